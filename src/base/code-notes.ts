import type { DiagnosticCode } from './codes.ts';

/** What a code means to whoever meets it. `docs/codes.md` is made from this. Nothing that runs loads it. */
export interface CodeNote {
  readonly meaning: string;
  /** What gives it. */
  readonly example: string;
  readonly source: CodeSource;
}

/** Who says that it is wrong, or worth a word. */
export type CodeSource = 'Agent Skills' | 'YAML 1.2' | 'Unicode' | 'skills-ref' | 'Claude' | 'ours';

const note = (source: CodeSource, meaning: string, example: string): CodeNote => ({ meaning, example, source });

/** Every code there is, by the same key. The compiler misses one that is not here. */
export const CODE_NOTES: () => Readonly<Record<DiagnosticCode, CodeNote>> = () => ({
  'scan/root-missing': note('ours', 'A root does not exist yet.', '`--root nowhere`'),
  'scan/root-not-a-directory': note('ours', 'A root is no folder.', '`--root README.md`'),
  'scan/unreadable': note('ours', 'A path cannot be read; the cause is named.', 'a folder of another user'),
  'scan/nested-skill': note(
    'ours',
    'A SKILL.md lies inside a skill: it is one of its files.',
    '`a/SKILL.md`, `a/b/SKILL.md`',
  ),
  'scan/miscased-file': note('Agent Skills', 'The file is not spelt `SKILL.md`. It is listed.', '`a/skill.md`'),
  'scan/miscased-duplicate': note(
    'ours',
    'Two spellings lie in one folder; the exact one counts.',
    '`SKILL.md`, `skill.md`',
  ),
  'scan/skill-not-a-file': note('ours', 'What is called SKILL.md is no regular file.', 'a socket `a/SKILL.md`'),
  'scan/dangling-link': note('ours', 'A link leads nowhere.', '`a -> gone`'),
  'scan/link-to-file': note('ours', 'A link to a file is not followed.', '`a -> notes.txt`'),
  'scan/link-cycle': note('ours', 'A link leads to a folder above it.', '`a/b -> ..`'),
  'scan/revisit': note('ours', 'A second way leads to a folder that was visited.', 'two links to one skill'),
  'scan/ignored': note('ours', 'A `.skillficheignore` leaves it out; what it holds is counted.', '`drafts/`'),
  'scan/pruned': note('ours', 'Folders of this name are never searched.', '`node_modules`'),
  'scan/too-large': note('ours', 'A SKILL.md is larger than is read.', '2 MiB of text'),
  'scan/limit-reached': note('ours', 'A limit stopped the walk; it says what was left out.', 'folders 65 deep'),
  'scan/empty-file': note('ours', 'A SKILL.md is empty.', '0 bytes'),
  'scan/not-text': note('ours', 'A SKILL.md holds NUL bytes.', 'UTF-16 without a mark'),
  'scan/name-not-utf8': note(
    'Unicode',
    "A file's name is not UTF-8, so it cannot be asked for.",
    'the byte 0xE9 as a name',
  ),
  'collection/broken-marker': note('ours', 'A COLLECTION.json cannot be used; its tree is left out.', '`{bad`'),
  'collection/duplicate-id': note('ours', 'Two collections have one id.', 'a copy beside the first'),
  'collection/nested': note('ours', 'A collection lies inside a collection and counts as part of it.', 'two markers'),
  'collection/no-prompt-line': note(
    'ours',
    'There is no `prompt_line`; a plain one is made.',
    '`{"schema_version": 1, "id": "x"}`',
  ),
  'collection/prompt-line': note('ours', 'The `prompt_line` cannot be used as it is.', 'no `{count}` in it'),
  'collection/unknown-key': note('ours', 'A key of the marker is not known. It is kept.', '`"colour": "red"`'),
  'collection/bad-field': note('ours', 'A field of the marker does not fit and falls back.', '`"title": 3`'),
  'collection/outside-tree': note(
    'ours',
    'A SKILL.md lies beside the `tree` of its collection.',
    '`"tree": "tree"`, `x/SKILL.md`',
  ),
  'frontmatter/missing': note('Agent Skills', 'There is no frontmatter, or it is not at the top.', '`# Title`'),
  'frontmatter/unterminated': note('Agent Skills', 'No `---` closes the frontmatter.', '`---`, `name: a`, a heading'),
  'frontmatter/glued-fence': note('Agent Skills', 'The closing `---` is glued to something.', '`---# Title`'),
  'frontmatter/leading-blank': note('skills-ref', 'Blank lines stand before the opening `---`.', 'an empty line 1'),
  'frontmatter/bom': note('skills-ref', 'The file begins with a byte-order mark.', 'U+FEFF'),
  'frontmatter/not-a-map': note('Agent Skills', 'Not one `key: value` can be made out.', '`**name:** a`'),
  'frontmatter/merge-conflict': note('ours', 'An unsettled merge conflict; the first side is read.', '`<<<<<<< ours`'),
  'frontmatter/stray-text': note('YAML 1.2', 'Text stands where a key belongs.', 'prose at column 1'),
  'frontmatter/duplicate-key': note('YAML 1.2', 'A key is written twice; the last counts.', '`name: a`, `name: b`'),
  'frontmatter/wrong-type': note('Agent Skills', 'A value is not of the kind the format has.', '`name: 8004`'),
  'frontmatter/unreadable-field': note(
    'ours',
    'A structure cannot be read: what it requires is unknown.',
    '`requires: {bins: [jq`',
  ),
  'frontmatter/second-block': note(
    'Agent Skills',
    'A second frontmatter follows the first.',
    '`---` … `---`, `---` … `---`',
  ),
  'frontmatter/no-name': note('Agent Skills', 'There is no name.', '`description: d` alone'),
  'frontmatter/no-description': note(
    'Agent Skills',
    'There is no description; the first paragraph stands in.',
    '`name: a` alone',
  ),
  'frontmatter/misspelt-key': note('Agent Skills', 'A key is nearly one of the format.', '`licence: MIT`, `Name: a`'),
  'frontmatter/odd-key': note(
    'YAML 1.2',
    'A key is read that YAML does not see; the code point is named.',
    '`name：a`, `name:a`',
  ),
  'frontmatter/heading-key': note('ours', 'A Markdown formatter made a heading of a key.', '`## name: a`'),
  'frontmatter/unknown-key': note('Agent Skills', 'Keys beside those of the format.', '`colour: red`'),
  'frontmatter/reserved-key': note('ours', 'A key begins with a prefix that is ours.', '`skillfiche-x: y`'),
  'frontmatter/invalid-name': note('Agent Skills', 'The name is not portable.', '`name: My Skill`'),
  'frontmatter/name-not-folder': note('Agent Skills', "The name is not the folder's.", '`a/SKILL.md` with `name: b`'),
  'frontmatter/long-description': note(
    'Agent Skills',
    'The description is longer than 1,024 characters.',
    '2,000 characters',
  ),
  'frontmatter/long-compatibility': note(
    'Agent Skills',
    '`compatibility` is longer than 500 characters.',
    '600 characters',
  ),
  'frontmatter/too-long': note('ours', 'The frontmatter is longer than is read.', '100 KiB'),
  'frontmatter/placeholder': note('ours', 'The description is a placeholder.', '`description: TODO`'),
  'frontmatter/stripped-characters': note('Unicode', 'Control characters were taken out of a value.', 'U+0007'),
  'yaml/unquoted-colon': note('YAML 1.2', 'A colon and a blank in plain text.', '`description: a: b`'),
  'yaml/comment-in-value': note('YAML 1.2', 'A blank and `#` cut a value.', '`description: a # b`'),
  'yaml/reserved-start': note(
    'YAML 1.2',
    'A value begins with a character that YAML keeps for itself.',
    '`description: @a`',
  ),
  'yaml/flow-then-text': note('YAML 1.2', 'Text that begins with a bracket is no list.', '`description: [a] b`'),
  'yaml/indentation': note(
    'YAML 1.2',
    'Lines of a value are not indented as they should be.',
    '`description: >`, text at column 1',
  ),
  'yaml/bad-escape': note('YAML 1.2', 'A backslash in double quotes begins no escape.', '`"C:\\dir"`'),
  'yaml/unclosed-quote': note('YAML 1.2', 'A quote is never closed.', '`description: "a`'),
  'yaml/text-after-quote': note('YAML 1.2', 'Text follows a closing quote.', '`description: "a" b`'),
  'yaml/block-header': note('YAML 1.2', 'Text stands on the line of `|` or `>`.', '`description: > a`'),
  'yaml/alias': note('YAML 1.2', 'A value begins with `*`, or aliases grow too far.', '`description: **a**`'),
  'yaml/odd-key': note('YAML 1.2', 'A list or a map stands where a key belongs.', '`? [a]`'),
  'yaml/other': note('YAML 1.2', 'A value is no valid YAML for another reason.', '`x:` above a list that breaks off'),
  'encoding/invalid-utf8': note('Unicode', 'Bytes are not UTF-8; the first is named.', 'the byte 0xB3'),
  'encoding/replacement-character': note('Unicode', 'A name or description holds U+FFFD.', '`name: a\uFFFD`'),
  'text/hidden-character': note(
    'Unicode',
    'Characters that nobody sees, or that reorder text; hidden text is shown.',
    'U+202E',
  ),
  'text/runs-while-loading': note(
    'Claude',
    'A command that hosts run while they load the skill.',
    '`!` and a command in backticks',
  ),
  'text/encoded-command': note('ours', 'Encoded text is piped into a shell.', '`base64 -d | sh`'),
  'text/fetched-command': note('ours', 'What is fetched is piped into a shell.', '`curl … | sh`'),
  'profile/unreadable': note('skills-ref', 'The reader of the profile refuses the frontmatter.', '`description: a: b`'),
  'profile/unknown-key': note('skills-ref', 'The reader of the profile refuses a key.', '`colour: red`'),
  'profile/name': note('skills-ref', 'The reader of the profile refuses the name.', '`name: My Skill`'),
  'profile/description': note('skills-ref', 'The reader of the profile refuses the description.', 'an empty one'),
  'profile/compatibility': note('skills-ref', 'The reader of the profile refuses `compatibility`.', 'a list'),
  'package/no-skill-file': note('Agent Skills', 'A package has no SKILL.md.', 'a folder with a README'),
  'package/link': note('ours', 'A package holds a link.', '`a -> b`'),
  'package/special-file': note('ours', 'A package holds what is no regular file.', 'a socket'),
  'package/bad-path': note('ours', 'A path leads out, or no other system could have it.', '`../x`, `con.txt`'),
  'package/path-clash': note('ours', 'Two paths differ in case or normal form only.', '`a.md`, `A.md`'),
  'package/too-many-files': note('ours', 'A package has more files than are taken.', '2,000 files'),
  'package/too-deep': note('ours', 'Folders lie deeper than is taken.', '`a/b/c/d/e/f`'),
  'package/file-too-large': note('ours', 'A file is larger than is taken.', '20 MB'),
  'package/too-large': note('ours', 'All files together are larger than is taken.', '60 MB'),
  'package/not-text': note('ours', 'A file outside `assets/` is no text.', 'a program'),
  'package/secret': note('ours', 'A file holds a secret; its value is never shown.', 'a private key'),
  'package/possible-secret': note(
    'ours',
    'A file holds what looks like a secret, or an example of one.',
    'a token of a manual',
  ),
  'package/reserved-name': note('ours', 'The name begins with a prefix that belongs to somebody.', '`name: acme-x`'),
  'package/missing-file': note('ours', 'SKILL.md names a file that is not there.', '`references/x.md`'),
  'package/miscased-mention': note('ours', 'SKILL.md names a file in other case.', '`Readme.md`, `README.md`'),
  'package/unnamed-file': note('ours', 'Nothing names this file.', '`old.txt`'),
  'package/left-out': note('ours', 'A file is left out of the package.', '`.DS_Store`'),
  'catalog/shadowed': note('ours', 'Another skill has the name.', 'one name in two roots'),
  'catalog/ambiguous-name': note(
    'ours',
    'Several skills have the name, and none of them wins.',
    'one name twice in a root',
  ),
  'catalog/unknown-entry': note('ours', 'An entry of the allowlist matches nothing any more.', '`--only gone`'),
  'inventory/broken': note('ours', 'A network inventory cannot be read.', '`{bad`'),
  'inventory/unknown-mode': note('ours', 'A network mode that is none of the closed set.', '`"mode": "some"`'),
  'store/bundled-name': note('ours', 'The name is that of a shipped skill.', '`name: csv-first-look`'),
  'store/bundled-folder': note('ours', 'The folder is that of a shipped skill.', '`unix-recipes`'),
  'store/taken': note('ours', 'The folder is taken by another package.', 'the same name added twice'),
  'source/history-rewritten': note(
    'ours',
    'The installed commit is no ancestor of the newest one, or that cannot be proved.',
    'a force push',
  ),
  'source/not-fetchable': note('ours', 'A lock names what cannot be had.', 'a repository that is gone'),
  'source/not-as-locked': note('ours', 'The bytes are not those that the lock pins.', 'an edited lock'),
  'source/not-in-lock': note('ours', 'Something is installed and stands in no lock.', 'a lock put back by git'),
  'source/not-installed': note('ours', 'A lock names what is not installed.', 'a clone before `restore`'),
  'source/modified': note('ours', 'An installed skill was edited.', 'a line of one’s own in SKILL.md'),
});

/** The page of all codes, by area. */
export function renderCodes(severities: Readonly<Record<DiagnosticCode, string>>): string {
  const notes = CODE_NOTES();
  const codes = Object.keys(severities) as DiagnosticCode[];
  const areas = [...new Set(codes.map((code) => code.slice(0, code.indexOf('/'))))];
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const sections = areas.map((area) => {
    const rows = codes
      .filter((code) => code.startsWith(`${area}/`))
      .map((code) => {
        const { meaning, example, source } = notes[code];
        return `| \`${code}\` | ${severities[code]} | ${cell(meaning)} | ${cell(example)} | ${source} |`;
      });
    return `## ${area}\n\n| code | severity | meaning | example | source |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  const head =
    '# Diagnostic codes\n\nMade from `src/base/codes.ts` and `src/base/code-notes.ts` by `npx vitest run test/base/codes.test.ts -u`. The list is closed: whoever filters by code can\nrely on it. `error` needs mending, `warning` was worked around, `info` is worth knowing; `validate --strict` makes errors of what the format forbids.\n';
  return `${head}\n${sections.join('\n')}`;
}
