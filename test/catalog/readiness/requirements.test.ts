import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeclaredFields, FieldValue } from '../../../src/base/types.ts';
import { parseRequirements } from '../../../src/catalog/readiness/requirements.ts';
import { declaredFields, openclaw } from '../../support/declared.ts';

/** Requirements in short: `?` before what nobody can check, `(…)` around what is not needed. */
function short(declared: DeclaredFields | undefined): string[] {
  return parseRequirements(declared).requirements.map((one) => {
    const text = one.kind === 'unverifiable' ? `?${one.text}` : one.text;
    return one.need === 'required' ? text : `(${text})`;
  });
}

describe('requires in a block of metadata', () => {
  it.each<[string, FieldValue, string[]]>([
    ['a list of programs', { bins: ['curl', 'jq'] }, ['bin:curl', 'bin:jq']],
    ['a program as text', { bins: 'curl, jq' }, ['bin:curl', 'bin:jq']],
    [
      'synonyms',
      { bin: ['a'], binaries: ['b'], commands: ['c'], 'required-bins': ['d'] },
      ['bin:a', 'bin:b', 'bin:c', 'bin:d'],
    ],
    ['alternatives in one entry', { bins: ['node', 'arecord|rec|ffmpeg'] }, ['bin:node', 'any-bin:arecord|rec|ffmpeg']],
    [
      'doubled bars and a bundle by its path',
      { bins: ['google-chrome||chromium||/Applications/Google Chrome.app'] },
      ['any-bin:google-chrome|chromium|/Applications/Google Chrome.app'],
    ],
    ['an absolute path', { bins: ['/home/david/.cargo/bin/tickrs'] }, ['bin:/home/david/.cargo/bin/tickrs']],
    [
      'a relative path',
      { bins: ['skills/sarvam/.venv/Scripts/python.exe'] },
      ['?bin:skills/sarvam/.venv/Scripts/python.exe'],
    ],
    ['a path on another host', { bins: ['//host/share/tool'] }, ['?bin://host/share/tool']],
    ['a version', { bins: ['python3>=3.10'] }, ['bin:python3', '?bin:python3>=3.10']],
    ['a version in words', { bins: ['node 18+'] }, ['bin:node', '?bin:node 18+']],
    ['the way to install it', { bins: ['jq (brew install jq)'] }, ['bin:jq']],
    ['an optional one', { bins: ['jq (optional, for JSON)'] }, ['(bin:jq)']],
    ['arguments', { bins: ['python3 {baseDir}/scripts/cli.py'] }, ['?bin:python3 {baseDir}/scripts/cli.py']],
    ['maps with a name', { bins: [{ name: 'node', label: 'Node.js 18+' }] }, ['bin:node']],
    ['maps with a version', { bins: [{ name: 'node', version: '>=18' }] }, ['bin:node', '?bin:node >=18']],
    [
      'maps that are optional',
      {
        bins: [
          { name: 'a', optional: 'true' },
          { name: 'b', required: 'false' },
        ],
      },
      ['(bin:a)', '(bin:b)'],
    ],
    ['required and optional', { bins: { required: ['a'], optional: ['b'] } }, ['bin:a', '(bin:b)']],
    [
      'names with what is said of each',
      { bins: { jq: 'JSON', rg: { optional: 'true' }, node: '>=18' } },
      ['bin:jq', '(bin:rg)', 'bin:node', '?bin:node >=18'],
    ],
    [
      'optional lists',
      { optionalBins: ['a'], optional_bins: ['b'], binaries_optional: ['c'] },
      ['(bin:a)', '(bin:b)', '(bin:c)'],
    ],
    ['any of several', { anyBins: ['python3', 'python'] }, ['any-bin:python3|python']],
    ['any of one', { anyBins: ['npx'] }, ['bin:npx']],
    ['any of none', { anyBins: [] }, []],
    ['any, one not understood', { anyBins: ['curl', 'some tool of yours'] }, ['any-bin:curl|some tool of yours']],
    ['variables', { env: ['A_KEY', 'B'] }, ['env:A_KEY', 'env:B']],
    ['variables as text', { env: 'A,B' }, ['env:A', 'env:B']],
    ['an empty entry', { env: ['', 'A'] }, ['env:A']],
    [
      'synonyms of env',
      { envs: ['A'], envVars: ['B'], required_env_vars: ['C'], requiredEnv: ['D'], primaryEnv: 'E' },
      ['env:A', 'env:B', 'env:C', 'env:D', 'env:E'],
    ],
    [
      'maps with required',
      {
        env: [
          { name: 'A', required: 'true' },
          { name: 'B', required: 'false' },
        ],
      },
      ['env:A', '(env:B)'],
    ],
    ['maps with optional', { env: [{ name: 'A', optional: 'true', description: 'x' }] }, ['(env:A)']],
    ['maps with a default', { env: [{ name: 'A', default: 'x' }] }, ['(env:A)']],
    ['a default that is required all the same', { env: { A: { default: 'x', required: 'true' } } }, ['env:A']],
    [
      'a map of names to text',
      { env: { A: 'required - the key', B: 'optional - more', C: '' } },
      ['env:A', '(env:B)', 'env:C'],
    ],
    ['a map of names to maps', { env: { A: { required: 'true' }, B: { required: 'false' } } }, ['env:A', '(env:B)']],
    ['required and optional variables', { env: { required: ['A'], optional: ['B'] } }, ['env:A', '(env:B)']],
    [
      'maps of one key each',
      { env: [{ 'A (required)': 'an id' }, { 'B (optional)': 'a name' }] },
      ['env:A', '(env:B)'],
    ],
    ['a remark', { env: ['A (optional, for backups)', 'B: the key', 'C - the secret'] }, ['(env:A)', 'env:B', 'env:C']],
    ['a remark in Chinese', { env: ['A（可选）'] }, ['(env:A)']],
    ['a condition', { env: ['A – Required when it runs headless'] }, ['?env:A – Required when it runs headless']],
    ['either of two', { env: ['A_URL or B_URL'] }, ['any-env:A_URL|B_URL']],
    ['prose', { env: ['an API key of your own'] }, ['?env:an API key of your own']],
    [
      'optional variables',
      { optionalEnv: ['A'], optional_env: ['B'], env_optional: ['C'] },
      ['(env:A)', '(env:B)', '(env:C)'],
    ],
    ['a file', { config: ['~/.config/x/config.json'] }, ['file:~/.config/x/config.json']],
    ['a setting', { config: ['browser.enabled'] }, ['?config:browser.enabled']],
    ['a relative file', { config: ['./datasources', 'config.json'] }, ['?config:./datasources', '?config:config.json']],
    ['another variable in a path', { config: [`\${STATE_DIR}/x`] }, [`?config:\${STATE_DIR}/x`]],
    ['files as maps', { config: [{ path: '~/x.json', purpose: 'tokens' }] }, ['file:~/x.json']],
    [
      'other lists of files',
      { files: ['/etc/x'], configPaths: ['~/.x'], paths: ['~/y/'] },
      ['file:/etc/x', 'file:~/.x', 'file:~/y/'],
    ],
    ['a file on another host', { files: ['\\\\host\\share\\x'] }, ['?file:\\\\host\\share\\x']],
    ['systems', { os: ['macos', 'Linux', 'windows'] }, ['os:darwin|linux|win32']],
    ['a system as text', { os: 'darwin' }, ['os:darwin']],
    ['skills', { skills: ['bankr'] }, ['?skills:bankr']],
    ['packages', { pip: ['requests'], npm: 'true' }, ['?pip:requests', '?npm']],
    ['a version of python', { python: '>=3.8' }, ['any-bin:python3|python', '?python>=3.8']],
    ['packages of python', { python: ['pandas'] }, ['?python:pandas']],
    ['what is not needed', { network: 'false', credentials: 'none', install: 'npm i' }, []],
    [
      'what nobody knows',
      { min_sol: '0.02', note: 'Captures audio.', x: null },
      ['?min_sol:0.02', '?note:Captures audio.', '?x'],
    ],
    ['what is there twice', { mcp: [{ name: 'crinkl', url: 'https://x' }] }, ['?mcp:crinkl']],
    ['an optional map', { optional: { env: ['A'], tools: ['x'] } }, ['(env:A)', '(?tools:x)']],
    ['a list instead of a map', ['xpoz-setup', 'bin:jq'], ['?xpoz-setup', 'bin:jq']],
    ['a sequence that became a key', { bins: ['bc'], '["touch"]': null }, ['bin:bc', '?["touch"]']],
    ['a GPU', { gpu: 'true' }, ['gpu']],
    ['a GPU with a size', { gpu: '8 GB' }, ['gpu', '?gpu:8 GB']],
  ])('reads %s', (_, requires, expected) => {
    expect(short(openclaw({ requires }))).toEqual(expected);
  });

  it.each(['openclaw', 'clawdbot', 'clawdis', 'moltbot', 'clawdhub'])('belongs to %s', (vendor) => {
    const [one] = parseRequirements(
      declaredFields({ metadata: { [vendor]: { requires: { bins: ['jq'] } } } }),
    ).requirements;
    expect(one).toMatchObject({ text: 'bin:jq', source: `metadata.${vendor}.requires.bins`, line: 2 });
  });

  it('is lifted by `always: true`, all but the system', () => {
    const block = { always: 'true', os: ['darwin'], requires: { bins: ['jq'], skills: ['x'] } };
    expect(short(openclaw(block))).toEqual(['os:darwin', '(bin:jq)', '(?skills:x)']);
    expect(short(openclaw({ ...block, always: 'false' }))).toEqual(['os:darwin', 'bin:jq', '?skills:x']);
  });

  it('adds up with other blocks and with the top level', () => {
    const metadata = {
      moltbot: { os: ['darwin'], requires: { bins: ['a'] } },
      openclaw: { requires: { bins: ['a', 'b'] } },
    };
    const declared = declaredFields({ requires: { binaries: ['python3'] }, metadata });
    expect(short(declared)).toEqual(['bin:python3', 'os:darwin', 'bin:a', 'bin:a', 'bin:b']);
  });

  it('says where each requirement is declared', () => {
    const lines = { openclaw: 5, 'openclaw.requires': 6, 'openclaw.requires.bins': 7 };
    const value = { openclaw: { requires: { bins: ['jq'], env: ['X'] } } };
    const { requirements } = parseRequirements({ metadata: { state: 'ok', line: 4, value, lines } });
    expect(requirements.map(({ source, line }) => [source, line])).toEqual([
      ['metadata.openclaw.requires.bins', 7],
      ['metadata.openclaw.requires.env', 6],
    ]);
  });
});

describe('other places', () => {
  it.each<[string, Record<string, FieldValue>, string[]]>([
    ['requirements as a list', { requirements: ['gpu'] }, ['gpu']],
    ['bare words', { requirements: ['docker'] }, ['?docker']],
    [
      'our spelling',
      { requirements: ['bin:jq', 'any-bin:curl|wget', 'env:K', 'os:linux|darwin', 'file:~/x', 'gpu'] },
      ['bin:jq', 'any-bin:curl|wget', 'env:K', 'os:linux|darwin', 'file:~/x', 'gpu'],
    ],
    ['a comma string', { requirements: 'gpu, bin:jq' }, ['gpu', 'bin:jq']],
    ['a word', { requirements: 'gpu' }, ['gpu']],
    ['a space after the colon', { requirements: [{ bin: 'jq' }] }, ['bin:jq']],
    [
      'a map',
      { requirements: { binaries: ['python3'], env_vars: ['A'], notes: 'Needs an account.' } },
      ['bin:python3', 'env:A', '?notes:Needs an account.'],
    ],
    ['prose', { requirements: ['Internet access, and Node.js'] }, ['?Internet access, and Node.js']],
    ['prose about a GPU', { requirements: ['no gpu needed, bin:jq'] }, ['bin:jq', '?no gpu needed']],
    [
      'text in metadata',
      { metadata: { requirements: 'bin:jq env:API_KEY os:linux gpu' } },
      ['bin:jq', 'env:API_KEY', 'os:linux', 'gpu'],
    ],
    ['requires in metadata', { metadata: { requires: { bins: ['bun'] } } }, ['bin:bun']],
    [
      'metadata as JSON text',
      { metadata: '{"openclaw":{"requires":{"anyBins":["a","b"]},"always":false}}' },
      ['any-bin:a|b'],
    ],
    ['a block as JSON text', { metadata: { openclaw: '{"requires":{"bins":["a"],"gpu":true}}' } }, ['bin:a', 'gpu']],
    ['requires as JSON text', { metadata: { openclaw: { requires: '{"bins":["a"]}' } } }, ['bin:a']],
    ['top-level requires', { requires: { bins: ['a'], env: [] } }, ['bin:a']],
    ['top-level requires, a list of anything', { requires: ['x402'] }, ['?x402']],
    ['os as text', { os: 'darwin, linux, win32' }, ['os:darwin|linux|win32']],
    ['any os', { os: ['any'] }, []],
    ['a kind of Linux', { os: ['ubuntu'] }, ['os:ubuntu']],
    ['a version of a system', { os: ['macOS 13+'] }, ['os:darwin', '?os:macOS 13+']],
    ['platforms that are systems', { platforms: ['windows', 'linux', 'macos', 'wsl2'] }, ['os:win32|linux|darwin']],
    ['platforms that are agents', { platforms: ['cursor', 'claude-code'] }, []],
    ['platforms that are both', { platforms: ['cursor', 'macos'] }, ['?platforms:cursor|macos']],
    ['platforms that are agents, and required', { requires: { platforms: ['cursor'] } }, ['?platforms:cursor']],
    ['variables at the top', { env: { A: { required: 'true' } }, requiredEnv: ['B'] }, ['env:A', 'env:B']],
    [
      'variables beside requires',
      { metadata: { openclaw: { env: ['A'], optionalEnv: ['B'], config: { requiredEnv: ['C'] } } } },
      ['env:A', '(env:B)', 'env:C'],
    ],
    ['secrets beside requires', { metadata: { clawdbot: { secrets: ['ZOOM_ID'] } } }, ['?secrets:ZOOM_ID']],
    ['compatibility', { compatibility: 'Requires Docker' }, ['?compatibility:Requires Docker']],
    [
      'compatibility as a list',
      { compatibility: [{ platform: 'macOS', min: '10' }] },
      ['?compatibility:platform macOS, min 10'],
    ],
  ])('reads %s', (_, fields, expected) => {
    expect(short(declaredFields(fields))).toEqual(expected);
  });
});

describe('declared', () => {
  it.each<[string, DeclaredFields | undefined, boolean]>([
    ['no frontmatter', undefined, false],
    ['no field', {}, false],
    ['an empty list', openclaw({ requires: { bins: [] } }), true],
    ['an empty map', declaredFields({ requires: {} }), true],
    ['a list somebody forgot to write', declaredFields({ requires: { bins: null } }), false],
    ['an empty field', declaredFields({ requires: null, metadata: null }), false],
    ['display keys', openclaw({ emoji: 'x', install: [{ kind: 'brew', bins: ['jq'] }], primaryEnv: 'X' }), false],
    ['always: true', openclaw({ always: 'true' }), true],
    ['always: false', openclaw({ always: 'false' }), false],
    ['metadata that is a list of words', declaredFields({ metadata: ['multi-agent'] }), false],
    ['metadata that is text', declaredFields({ metadata: 'some words' }), false],
    ['network use', declaredFields({ capabilities: { network: { mode: 'none' } } }), false],
  ])('%s', (_, fields, expected) => {
    expect(parseRequirements(fields).declared).toBe(expected);
  });
});

describe('a field that cannot be read', () => {
  it.each<[string, DeclaredFields]>([
    [
      'is not an absent one',
      { metadata: { state: 'unreadable', line: 4, raw: '{"clawdbot":{"requires":{"bins":["curl"]}}' } },
    ],
    ['may be half read', { metadata: { state: 'recovered', line: 4, raw: '{…', value: { openclaw: {} } } }],
    ['may be JSON text that is not JSON', declaredFields({ metadata: '{"openclaw":{"requires":' })],
    ['may be text where a structure should be', declaredFields({ metadata: 'openclaw: requires: bins' })],
    ['may be nested without end', declaredFields({ metadata: `${'['.repeat(9000)}${']'.repeat(9000)}` })],
  ])('%s', (_, declared) => {
    const parsed = parseRequirements(declared);
    expect(parsed.declared).toBe(true);
    expect(parsed.requirements).toContainEqual(
      expect.objectContaining({ kind: 'unverifiable', doubt: 'unreadable', text: 'metadata (cannot be read)' }),
    );
  });

  it('keeps what was read beside it', () => {
    const value = { openclaw: { requires: { bins: ['jq'] } } };
    expect(short({ metadata: { state: 'recovered', line: 4, raw: '…', value } })).toEqual([
      'bin:jq',
      '?metadata (cannot be read)',
    ]);
  });
});

describe('laws', () => {
  const value: fc.Arbitrary<FieldValue> = fc.letrec<{ value: FieldValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('', 'jq', 'A_KEY', 'true', 'false', 'x (optional)', 'a|b', '>=3', '{"requires":{"bins":["x"]}}'),
      fc.string({ unit: 'binary' }),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.oneof(
          fc.constantFrom('requires', 'bins', 'env', 'os', 'config', 'openclaw', 'always', 'optional', '__proto__'),
          fc.string(),
        ),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  })).value;
  const key = fc.constantFrom('requirements', 'requires', 'metadata', 'compatibility', 'os', 'env', 'platforms');
  const fields = fc.dictionary(key, value, { maxKeys: 4 });

  it('never throws, and gives one short line for each requirement', () => {
    fc.assert(
      fc.property(fields, (declared) => {
        for (const { text, source } of parseRequirements(declaredFields(declared)).requirements) {
          expect(text).toMatch(/^[^\r\n\0]*$/);
          expect(Array.from(text).length).toBeLessThanOrEqual(200);
          expect(source).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on the order of fields', () => {
    fc.assert(
      fc.property(fields, (declared) => {
        const reversed = Object.fromEntries(Object.entries(declared).reverse());
        expect(short(declaredFields(reversed)).sort()).toEqual(short(declaredFields(declared)).sort());
      }),
      { numRuns: 100 },
    );
  });
});

describe('what is no text', () => {
  it.each<[string, Record<string, FieldValue>, string[]]>([
    ['a truth value for programs', { requires: { bins: 'true' } }, ['?bin:true']],
    ['nothing among programs', { requires: { bins: ['sh', null] } }, ['bin:sh', '?bin:null']],
    ['a truth value among programs', { requires: { bins: ['sh', 'yes'] } }, ['bin:sh', '?bin:yes']],
    ['programs by system', { requires: { bins: { linux: ['a'] } } }, ['?bin:linux a']],
    ['a truth value for any program', { requires: { anyBins: 'true' } }, ['?any-bin:true']],
    ['a truth value for variables', { env: 'true' }, ['?env:true']],
    ['nothing among variables', { env: ['HOME', null] }, ['env:HOME', '?env:null']],
    ['variables by stage', { env: { prod: ['A'] } }, ['?env:prod A']],
    ['nothing among systems', { os: ['linux', null] }, ['?os:null']],
    ['a truth value for systems', { os: 'true' }, ['os:true']],
    ['nothing among files', { requires: { files: ['/etc/x', null] } }, ['file:/etc/x', '?file:null']],
    ['a truth value for requires', { requires: 'true' }, ['?true']],
    ['nothing among requirements', { requirements: ['gpu', null] }, ['gpu', '?item:null']],
    ['nothing for a need beside another', { requires: { bins: null, env: ['HOME'] } }, ['?bins', 'env:HOME']],
    ['nothing in a block beside another', { metadata: { openclaw: { os: null, env: ['A'] } } }, ['?os', 'env:A']],
    ['commands that a skill gives', { commands: [{ name: 'link', description: 'Links.' }] }, []],
    ['commands', { commands: ['git'] }, ['?commands:git']],
  ])('%s is in doubt', (_, fields, expected) => {
    expect(short(declaredFields(fields))).toEqual(expected);
  });
});
