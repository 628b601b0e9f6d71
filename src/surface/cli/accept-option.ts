import { Option } from 'commander';

/** `--accept RULE`, as often as wanted: what the gate then only warns of. */
export function acceptOption(): Option {
  return new Option(
    '--accept <rule>',
    'take what this rule of the gate refuses (package/secret, text/hidden-character); who did is written down',
  ).argParser((rule: string, before: readonly string[] | undefined) => [...(before ?? []), rule]);
}
