import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/base/version.ts';
import { runIn } from '../../support/cli.ts';
import { makeTree, skillText } from '../../support/tree.ts';

const COMMANDS = ['scan', 'context', 'list', 'show', 'validate'];

describe('help', () => {
  it('is printed for --help and help, on stdout, with exit code 0', async () => {
    const folder = makeTree({});
    const [flag, word] = await Promise.all([['--help'], ['help']].map((argv) => runIn(folder, argv)));
    expect(flag).toMatchObject({ code: 0, err: '' });
    for (const command of COMMANDS) expect(flag?.out).toMatch(new RegExp(`^  ${command} `, 'm'));
    expect(flag?.out).toMatch(/Examples:[\s\S]*Exit codes: 0 done; 1 findings/);
    expect(word?.out).toBe(flag?.out);
    for (const line of (flag?.out ?? '').split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it.each(COMMANDS)('of %s has examples and every global option, within 80 columns', async (command) => {
    const { out, code, err } = await runIn(makeTree({}), [command, '--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`^Usage: skillfiche ${command} `));
    expect(out).toMatch(new RegExp(`Examples:\\n(?:.*\\n)*.*skillfiche .*${command}`));
    for (const option of ['--root', '--bundled', '--only', '--config', '--json', '--no-cache', '--quiet', '--color'])
      expect(out).toContain(option);
    const [usage = ''] = out.split('Examples:');
    for (const line of usage.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('is as wide as the terminal', async () => {
    const { out } = await runIn(makeTree({}), ['list', '--help'], { columns: 72, isTty: true });
    for (const line of (out.split('Examples:')[0] ?? '').split('\n')) expect(line.length).toBeLessThanOrEqual(72);
  });

  it('has only examples that can be parsed', async () => {
    const folder = makeTree({});
    for (const command of COMMANDS) {
      const { out } = await runIn(folder, [command, '--help']);
      const examples = [...out.matchAll(/^ {2}skillfiche (.*?)(?: {3,}.*| \| .*)?$/gm)].map((match) => match[1] ?? '');
      expect(examples.length).toBeGreaterThan(1);
      for (const example of examples) {
        const { err } = await runIn(folder, example.split(' '));
        expect(err, example).not.toMatch(/unknown (?:option|command)|too many arguments|missing required|is invalid/);
      }
    }
  });
});

it('the version is that of the package, alone on its line', async () => {
  for (const flag of ['--version', '-V'])
    expect(await runIn(makeTree({}), [flag])).toEqual({ code: 0, out: `${VERSION}\n`, err: '' });
});

describe('a mistake on the command line', () => {
  it.each([
    [
      ['shwo', 'x'],
      "skillfiche: unknown command 'shwo'\n(Did you mean show?)\n`skillfiche --help` lists the commands.\n",
    ],
    [
      ['list', '--rot', 'x'],
      "skillfiche: unknown option '--rot'\n(Did you mean --root?)\n`skillfiche list --help` shows how it is used.\n",
    ],
    [
      ['list', '--ofset', '1'],
      "skillfiche: unknown option '--ofset'\n(Did you mean --offset?)\n`skillfiche list --help` shows how it is used.\n",
    ],
    [
      ['list', 'a', 'b'],
      "skillfiche: too many arguments for 'list'. Expected 1 argument but got 2.\n`skillfiche list --help` shows how it is used.\n",
    ],
    [['show'], "skillfiche: missing required argument 'ref'\n`skillfiche show --help` shows how it is used.\n"],
    [['list', '--offset', '-1'], /option '--offset <n>' argument '-1' is invalid\. It must be a whole number from 0\./],
    [['list', '--limit', '0'], 'skillfiche: limit must be a whole number from 1 to 200, not 0.\n'],
    [['list', '--limit', '201'], 'skillfiche: limit must be a whole number from 1 to 200, not 201.\n'],
    [['context', '--via', 'mail'], /'mail' is invalid\. Allowed choices are mcp, cli, files\./],
    [['context', '--max-characters', '1e3'], /'1e3' is invalid\. It must be a whole number/],
    [['list', '--root', ''], 'skillfiche: A root needs a folder: --root [kind[:id]=]DIR, not "".\n'],
    [['--color', 'sometimes', 'list'], /Allowed choices are auto, always, never/],
  ])('%j says what was wrong and what is right, with exit code 2', async (argv, message) => {
    const { code, out, err } = await runIn(makeTree({}), argv);
    if (typeof message === 'string') expect(err).toBe(message);
    else expect(err).toMatch(message);
    expect([code, out]).toEqual([2, '']);
  });

  it('is a misspelt command whatever other words are on the line, and an option’s value is no command', async () => {
    const folder = makeTree({ 'scan/a/SKILL.md': skillText('a') });
    expect((await runIn(folder, ['shwo', 'scan'])).err).toContain('(Did you mean show?)');
    expect((await runIn(folder, ['--root', 'scan', 'list'])).out).toContain('project:a');
    expect((await runIn(folder, ['--root', 'scan', '--help'])).out).toMatch(/^ {2}validate /m);
    expect((await runIn(folder, ['list', '--root', 'scan', '--cache', ''])).err).toBe(
      'skillfiche: --cache needs a folder; --no-cache does without one.\n',
    );
  });

  it('is JSON on stdout for who asked for JSON, and only before --', async () => {
    const folder = makeTree({ 'r/a/SKILL.md': skillText('a') });
    const asked = await runIn(folder, ['show', 'b', '--root', 'r', '--json']);
    expect(JSON.parse(asked.out)).toMatchObject({
      error: { code: 'SKILL_NOT_FOUND', message: expect.stringContaining('"b"') },
    });
    expect(asked.err).toMatch(/^skillfiche: No skill named "b"/);
    expect((await runIn(folder, ['show', '--root', 'r', '--', '--json'])).out).toBe('');
  });
});

describe('a bug of ours', () => {
  it('ends with 70, asks for a report and keeps the data channel clean', async () => {
    // No working folder is something that no flag can bring about.
    const { code, out, err } = await runIn(undefined as unknown as string, ['list', '--root', 'r', '--json']);
    expect(code).toBe(70);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'INTERNAL' } });
    expect(err).toMatch(
      /^skillfiche: internal error: TypeError[^\n]*\n[\s\S]*Please report this with the command you ran\.\n$/,
    );
  });
});

describe('colour', () => {
  const colours = async (
    argv: readonly string[],
    world: { readonly isTty?: boolean; readonly columns?: number; readonly env?: Record<string, string> },
  ): Promise<boolean> => {
    const folder = makeTree({ 'r/a/SKILL.md': skillText('a') });
    return (
      await runIn(folder, ['list', '--root', 'r', ...argv], { ...world, env: { HOME: folder, ...world.env } })
    ).out.includes('\u001B[');
  };
  const screen = { isTty: true, columns: 120 };

  it.each<[string, readonly string[], Parameters<typeof colours>[1], boolean]>([
    ['none in a pipe', [], {}, false],
    ['some on a terminal', [], screen, true],
    ['none on a dumb terminal', [], { ...screen, env: { TERM: 'dumb' } }, false],
    ['none with NO_COLOR', [], { ...screen, env: { NO_COLOR: '1' } }, false],
    ['some with an empty NO_COLOR', [], { ...screen, env: { NO_COLOR: '' } }, true],
    ['some in a pipe with FORCE_COLOR', [], { env: { FORCE_COLOR: '1' } }, true],
    ['none with FORCE_COLOR=0', [], { env: { FORCE_COLOR: '0' } }, false],
    ['some with --color always', ['--color', 'always'], { env: { NO_COLOR: '1' } }, true],
    ['none with --color never', ['--color', 'never'], { ...screen, env: { FORCE_COLOR: '1' } }, false],
  ])('%s', async (_, argv, world, expected) => {
    expect(await colours(argv, world)).toBe(expected);
  });
});

describe('notes and progress', () => {
  it('never reach stdout, and progress leaves no trace on the line', async () => {
    const folder = makeTree({ 'r/a/SKILL.md': skillText('a'), 'r/b/SKILL.md': skillText('b') });
    const { out, err } = await runIn(folder, ['list', '--root', 'r', '--json'], { isErrTty: true });
    expect(() => JSON.parse(out)).not.toThrow();
    expect(err === '' || err.endsWith('\r\u001B[K')).toBe(true);
  });
});
