import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldValue } from '../../../src/base/types.ts';
import { parseRequirements } from '../../../src/catalog/readiness/requirements.ts';
import { explain, judge } from '../../../src/catalog/readiness/verdict.ts';
import type { MachineFacts } from '../../../src/io/machine/facts.ts';
import { ANOTHER_MACHINE } from '../../../src/io/machine/facts.ts';
import { declaredFields, openclaw } from '../../support/declared.ts';

/** A machine that has exactly these programs, variables and files. */
function machine(has: readonly string[], platform: string = 'linux'): MachineFacts {
  const there = (name: string) => has.includes(name);
  return {
    here: true,
    platform,
    hasProgram: there,
    hasVariable: there,
    hasFile: (path) => (path === '/locked' ? undefined : there(path)),
    // `python:pysam 0.22` is there in that version; where no package of a language is, its environment is not found.
    packageVersions: (language, name) => {
      const known = has.filter((one) => one.startsWith(`${language}:`));
      const found = known.filter((one) => one.startsWith(`${language}:${name} `));
      return known.length === 0 ? undefined : found.map((one) => one.slice(one.indexOf(' ') + 1));
    },
  };
}

function verdict(
  fields: Record<string, FieldValue> | undefined,
  has: readonly string[] = [],
  platform: string = 'linux',
) {
  return judge(parseRequirements(fields === undefined ? undefined : declaredFields(fields)), machine(has, platform));
}

describe('packages', () => {
  const has = ['python:pysam 0.22.1', 'python:numpy 1.26.4', 'r:deseq2 1.40.2', 'node:sharp 0.33.5'];
  it.each<[string, string, string, string]>([
    ['there', 'python:pysam', 'ready', 'Version 0.22.1 is there.'],
    ['in a range', 'python:numpy>=1.20,<2', 'ready', 'Version 1.26.4 is there.'],
    ['below a range', 'python:pysam>=0.23', 'needs_setup', 'Only version 0.22.1 is there.'],
    ['not there', 'python:scanpy', 'needs_setup', 'No Python environment here has it.'],
    ['one of two', 'python:pypdf|pysam', 'ready', 'Version 0.22.1 is there.'],
    ['of R', 'r:deseq2>=1.38', 'ready', 'Version 1.40.2 is there.'],
    ['of R, not there', 'r:limma', 'needs_setup', 'No library of R here has it.'],
    ['of Node', 'node:sharp@^0.33', 'ready', 'Version 0.33.5 is there.'],
    ['of Node, another version', 'node:sharp@^0.34', 'needs_setup', 'Only version 0.33.5 is there.'],
    [
      'with a range nobody understands',
      'python:pysam>=new',
      'unknown',
      'Cannot be checked: it is written in a form that is not understood.',
    ],
  ])('%s', (_what, text, state, note) => {
    const { readiness, reasons } = explain(parseRequirements(declaredFields({ requirements: text })), machine(has));
    expect(readiness.state).toBe(state);
    expect(reasons).toEqual([expect.objectContaining({ requirement: text, note })]);
  });

  it('cannot be told without an environment', () => {
    const { readiness, reasons } = explain(
      parseRequirements(declaredFields({ requirements: 'python:pysam' })),
      machine([]),
    );
    expect(readiness).toMatchObject({ state: 'unknown', unverifiable: ['python:pysam'] });
    expect(reasons[0]?.note).toMatch(/no Python environment is found/);
  });

  it('stand beside other requirements', () => {
    const text = 'bin:jq python:numpy>=1,<2, r:deseq2';
    const texts = parseRequirements(declaredFields({ requirements: text })).requirements.map((one) => one.text);
    expect(texts).toEqual(['bin:jq', 'python:numpy>=1,<2', 'r:deseq2']);
  });
});

describe('the verdict', () => {
  it('has one shape', () => {
    expect(verdict({ requires: { bins: ['jq', 'rg'], env: ['A'], skills: ['x'] } }, ['jq'])).toEqual({
      state: 'needs_setup',
      declared: true,
      missing: ['bin:rg', 'env:A'],
      unverifiable: ['skills:x'],
      blocked_on: [],
      checked_locally: true,
      probed: false,
    });
  });

  it.each<[string, FieldValue, string]>([
    ['a program', { bins: ['absent'] }, 'bin:absent'],
    ['a variable', { env: ['ABSENT'] }, 'env:ABSENT'],
    ['a file', { config: ['~/absent.json'] }, 'file:~/absent.json'],
    ['any of several programs', { anyBins: ['absent', 'gone'] }, 'any-bin:absent|gone'],
    ['the system', { os: ['darwin'] }, 'os:darwin'],
  ])('lists exactly %s that is missing', (_, requires, missing) => {
    const found = verdict({ metadata: { openclaw: { requires: { env: ['KEY'], ...(requires as object) } } } }, ['KEY']);
    expect(found).toMatchObject({ state: 'needs_setup', missing: [missing], unverifiable: [] });
  });

  it.each<[string, Record<string, FieldValue> | undefined, string]>([
    [
      'everything is there',
      { requires: { bins: ['jq'], env: ['KEY'], anyBins: ['absent', 'jq'], os: ['linux'] } },
      'ready',
    ],
    ['it is declared that nothing is needed', { requires: { bins: [] } }, 'ready'],
    ['what is missing is optional', { requires: { optionalBins: ['absent'] } }, 'ready'],
    [
      '`always: true` lifts what is missing',
      { metadata: { openclaw: { always: 'true', requires: { bins: ['absent'] } } } },
      'ready',
    ],
    ['nothing is declared', {}, 'unknown'],
    ['there is no frontmatter', undefined, 'unknown'],
    ['only prose is declared', { compatibility: 'Linux only' }, 'unknown'],
    ['one requirement cannot be checked', { requires: { bins: ['jq'], mcp: ['rube'] } }, 'unknown'],
    ['a version cannot be checked', { requires: { bins: ['jq>=1.7'] } }, 'unknown'],
    ['an alternative cannot be checked', { requires: { anyBins: ['absent', 'some other tool'] } }, 'unknown'],
    ['the disk does not tell', { requires: { files: ['/locked'] } }, 'unknown'],
    ['a kind of Linux is asked for', { os: ['ubuntu'] }, 'unknown'],
    ['the program of a version is missing', { requires: { bins: ['absent>=1.7'] } }, 'needs_setup'],
    [
      'something is missing beside what cannot be checked',
      { requires: { bins: ['absent'], mcp: ['rube'] } },
      'needs_setup',
    ],
    ['a GPU is missing', { requirements: ['gpu'] }, 'needs_setup'],
  ])('when %s', (_, fields, state) => {
    expect(verdict(fields, ['jq', 'KEY']).state).toBe(state);
  });

  it('says whether anything was declared at all', () => {
    expect(verdict({}).declared).toBe(false);
    expect(verdict({ requires: { bins: [] } }).declared).toBe(true);
  });

  it('finds a GPU by its driver, which is not run', () => {
    expect(verdict({ requirements: ['gpu'] }, ['nvidia-smi']).state).toBe('ready');
  });

  it('knows which system a kind of Linux belongs to', () => {
    expect(verdict({ os: ['ubuntu'] }, [], 'darwin')).toMatchObject({ state: 'needs_setup', missing: ['os:ubuntu'] });
  });

  it('names a requirement once, however many blocks ask for it', () => {
    const metadata = { moltbot: { requires: { bins: ['x'] } }, openclaw: { requires: { bins: ['x'] } } };
    expect(verdict({ metadata }).missing).toEqual(['bin:x']);
  });
});

describe('network posture', () => {
  const parsed = parseRequirements(openclaw({ requires: { bins: [] } }));

  it('stands in the way when a skill wants the raw network', () => {
    expect(judge(parsed, machine([]), { network: 'raw_required' })).toMatchObject({
      state: 'needs_setup',
      missing: [],
      blocked_on: ['network:raw_required'],
    });
  });

  it.each([
    ['the caller has said that it is allowed', { network: 'raw_required', rawNetworkAllowed: true }],
    ['the host fetches', { network: 'host_only' }],
    ['nobody knows', { network: 'unknown' }],
  ] as const)('does not when %s', (_, options) => {
    expect(judge(parsed, machine([]), options)).toMatchObject({ state: 'ready', blocked_on: [] });
  });

  it('stands in the way of a skill that declares nothing else', () => {
    expect(judge(parseRequirements(undefined), machine([]), { network: 'raw_required' })).toMatchObject({
      state: 'needs_setup',
      declared: false,
    });
  });
});

describe('another machine', () => {
  it.each<[string, FieldValue]>([
    ['what this one has', { bins: ['jq'] }],
    ['what this one lacks', { bins: ['absent'] }],
    ['nothing', { bins: [] }],
  ])('is unknown for a skill that needs %s', (_, requires) => {
    const { readiness, reasons } = explain(parseRequirements(openclaw({ requires })), ANOTHER_MACHINE, {
      network: 'raw_required',
    });
    expect(readiness).toMatchObject({ state: 'unknown', missing: [], blocked_on: [], checked_locally: false });
    for (const { note } of reasons) expect(note).toContain('Not checked here');
  });
});

describe('reasons', () => {
  it('tell of each requirement where it stands and what became of it', () => {
    const lines = { 'openclaw.requires.bins': 7 };
    const value = { openclaw: { requires: { bins: ['jq', 'rg'], optionalEnv: ['A'] } } };
    const parsed = parseRequirements({ metadata: { state: 'ok', line: 4, value, lines } });
    expect(explain(parsed, machine(['jq'])).reasons).toEqual([
      { requirement: 'bin:jq', state: 'met', source: 'metadata.openclaw.requires.bins', line: 7, note: 'It is there.' },
      {
        requirement: 'bin:rg',
        state: 'missing',
        source: 'metadata.openclaw.requires.bins',
        line: 7,
        note: 'No such program is on PATH.',
      },
      {
        requirement: 'env:A',
        state: 'not_needed',
        source: 'metadata.openclaw.requires.optionalEnv',
        line: 4,
        note: 'Optional: the skill runs without it.',
      },
    ]);
  });

  it('never hold the value of a variable', async () => {
    const { gatherMachine } = await import('../../../src/io/machine/machine.ts');
    const facts = gatherMachine({ env: { SECRET: 'hunter2', EMPTY: '' } });
    const parsed = parseRequirements(openclaw({ requires: { env: ['SECRET', 'EMPTY'] } }));
    expect(JSON.stringify(explain(parsed, facts))).not.toContain('hunter2');
    expect(explain(parsed, facts).readiness.missing).toEqual(['env:EMPTY']);
  });
});

describe('laws', () => {
  const name = fc.constantFrom('a', 'b', 'C_KEY', 'D_KEY', 'x>=1', 'x (optional)', 'a|b', 'some words');
  const list = fc.array(name, { maxLength: 4 });
  const requires = fc.record(
    { bins: list, anyBins: list, env: list, os: fc.subarray(['linux', 'darwin', 'ubuntu']), config: list },
    { requiredKeys: [] },
  );
  const has = fc.subarray(['a', 'b', 'C_KEY', 'D_KEY', 'x']);

  it('anything missing is never ready, anything in doubt is never ready, and ready means neither', () => {
    fc.assert(
      fc.property(requires, has, (declared, there) => {
        const { readiness, reasons } = explain(parseRequirements(openclaw({ requires: declared })), machine(there));
        const states = reasons.map((one) => one.state);
        expect(readiness.state === 'needs_setup').toBe(states.includes('missing'));
        if (readiness.state === 'ready')
          expect(states.filter((one) => one !== 'met' && one !== 'not_needed')).toEqual([]);
        if (states.includes('unverifiable')) expect(readiness.state).not.toBe('ready');
      }),
      { numRuns: 200 },
    );
  });

  it('a machine that has more is never less ready', () => {
    const rank = { needs_setup: 0, unknown: 1, ready: 2 } as const;
    fc.assert(
      fc.property(requires, has, has, (declared, some, more) => {
        const parsed = parseRequirements(openclaw({ requires: declared }));
        const before = judge(parsed, machine(some)).state;
        const after = judge(parsed, machine([...some, ...more])).state;
        expect(rank[after]).toBeGreaterThanOrEqual(rank[before]);
      }),
      { numRuns: 200 },
    );
  });

  it('a field that cannot be read is never ready', () => {
    fc.assert(
      fc.property(requires, has, (declared, there) => {
        const parsed = parseRequirements({
          ...openclaw({ requires: declared }),
          requirements: { state: 'unreadable', line: 9, raw: '[' },
        });
        expect(judge(parsed, machine(there)).state).not.toBe('ready');
      }),
      { numRuns: 50 },
    );
  });
});
