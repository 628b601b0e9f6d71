import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { ALIASES } from '../../../../src/surface/cli/commands/index.ts';
import { runIn } from '../../../support/cli.ts';
import { makeTree, skillText, type TreeEntry } from '../../../support/tree.ts';

const marker = (id: string): string =>
  JSON.stringify({ schema_version: 1, id, prompt_line: `${id}: {count} recipes.` });
const tree: Record<string, TreeEntry> = {
  'r/bio/COLLECTION.json': marker('bio'),
  'r/bio/align/msa/SKILL.md': skillText('msa', 'Aligns sequences.', '# MSA\n\nDo it.\n'),
  'r/bio/align/msa/ref/x.md': 'X\u001B[2J',
  'r/bio/align/msa/x.bin': Buffer.from([0, 1, 2, 255]),
  'r/bio/trees/nj/SKILL.md': skillText('nj', 'Builds trees.'),
  'r/deploy/SKILL.md': skillText('deploy', 'Deploys.', 'Body\r\nwithout end'),
  'loose/SKILL.md': skillText('loose', 'Outside the roots.'),
  'faulty/a/SKILL.md': '---\nname: a\ndescription: Plan: it\n---\n',
  'faulty/b/SKILL.md': '',
};
const screen = (columns: number) => ({ columns, isTty: true });

describe('scan', () => {
  it('says how long it took, and per tree what was found, listed, and why the rest was not', async () => {
    const { out, code } = await runIn(makeTree({ ...tree, 'r/deploy/deep/SKILL.md': skillText('deep') }), [
      'scan',
      '--root',
      'r',
    ]);
    const [title, root, bio, total, , summary] = out.split('\n');
    expect(title).toMatch(/^TREE +FOUND +INDEXED +NESTED +PATH$/);
    expect(root).toMatch(/^project \(root\) +2 +1 +1 +.+\/r$/);
    expect(bio).toMatch(/^ {2}bio +2 +2 +0 +.+\/r\/bio$/);
    expect(total).toMatch(/^total +4 +3 +1$/);
    expect(summary).toMatch(/^3 skills \(1 ordinary, 2 in collections\) in [\d.]+ m?s\.$/);
    expect(out).toMatch(/info +scan\/nested-skill +1 +.+\/r\/deploy\/deep\/SKILL\.md/);
    expect(out).toContain('1 note. `skillfiche scan --details` gives each with its place and fix.');
    expect(code).toBe(0);
  });

  it('ends with 1 when a finding is an error, and lists each with place and fix on --details', async () => {
    const { out, code } = await runIn(makeTree(tree), ['scan', '--root', 'faulty', '--details']);
    expect(code).toBe(1);
    expect(out).toMatch(/\/faulty\/a\/SKILL\.md:3:\d+: warning yaml\/unquoted-colon: .*\n {4}fix: .*"Plan: it"/);
    expect(out).toMatch(/\/faulty\/b\/SKILL\.md: error scan\/empty-file: .*\n {4}fix: /);
    expect(out).toMatch(/1 error, 1 warning\.\n$/);
  });

  it('of one clean root has no total and no findings', async () => {
    const { out } = await runIn(makeTree({ 'r/a/SKILL.md': skillText('a') }), ['scan', '--root', 'r']);
    expect(out).not.toContain('total');
    expect(out).toMatch(/1 skill \(1 ordinary, 0 in collections\) in \d+ ms\.\nNo findings\.\n$/);
  });

  it('says who wins a name where there are several roots', async () => {
    const { out } = await runIn(makeTree(tree), ['scan', '--root', 'personal=r', '--root', 'bundled=faulty']);
    expect(out).toContain('A name that several skills bear goes to the first of: bundled, personal.\n');
  });

  it('reports two collections of one id with both paths, and goes on', async () => {
    const root = makeTree({
      'a/COLLECTION.json': marker('bio'),
      'a/x/SKILL.md': skillText('x'),
      'b/COLLECTION.json': marker('bio'),
      'b/y/SKILL.md': skillText('y'),
      'c/SKILL.md': skillText('c'),
    });
    const { out, code } = await runIn(root, ['scan', '--root', '.', '--details']);
    expect(out).toContain(
      `${root}/b/COLLECTION.json: error collection/duplicate-id: Collection id "bio" is taken by ${root}/a; ${root}/b is left out.`,
    );
    expect(out).toContain('2 skills (1 ordinary, 1 in collections)');
    expect(code).toBe(1);
    const refused = await runIn(root, ['context', '--root', '.']);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toBe(
      `skillfiche: Two collections have the id "bio": ${root}/a and ${root}/b. Change "id" in one of their COLLECTION.json files, or leave one of the roots out.\n`,
    );
  });
});

describe('context', () => {
  it('prints the block, and on stderr only what the budget cost', async () => {
    const root = makeTree(tree);
    const whole = await runIn(root, ['context', '--root', 'r']);
    expect(whole).toMatchObject({ code: 0, err: '' });
    expect(whole.out).toContain('- deploy: Deploys.\n');
    expect(whole.out).toContain('- bio: 2 recipes.\n');
    expect(whole.out).toContain('`skillfiche show NAME`');
    const tight = await runIn(root, ['context', '--root', 'r', '--max-characters', '300']);
    expect(tight).toMatchObject({ code: 0 });
    expect(tight.err).toMatch(/^skillfiche: \d+ of 300 characters; 1 skills? .*still \d+ characters over\.\n$/);
    expect((await runIn(root, ['context', '--root', 'r', '--max-characters', '300', '--quiet'])).err).toBe('');
  });

  it('of faulty trees is a context all the same, with exit code 0', async () => {
    const { code, out } = await runIn(makeTree(tree), ['context', '--root', 'faulty']);
    expect(code).toBe(0);
    expect(out).toContain('- a: Plan: it\n');
  });

  it('of nothing says what to do', async () => {
    const { code, out, err } = await runIn(makeTree({}), ['context']);
    expect([code, out]).toEqual([0, '']);
    expect(err).toBe('skillfiche: no skills found; name a folder with --root DIR, or try --bundled.\n');
  });
});

describe('in a narrow terminal', () => {
  const long = `a-collection-with-a-long-id`;
  const trees = {
    [`r/${long}/COLLECTION.json`]: marker(long),
    [`r/${long}/one/SKILL.md`]: skillText('one'),
    'r/two/SKILL.md': skillText('two'),
  };

  it.each([
    ['scan', 80],
    ['readiness', 80],
    ['inventory', 80],
    ['scan', 60],
    ['readiness', 66],
    ['inventory', 70],
  ])('%s keeps ids and counts whole in %i columns', async (command, columns) => {
    const { out } = await runIn(makeTree(trees), [command, '--root', 'r'], screen(columns));
    expect(out).toContain(`${long} `);
    const rows = out.slice(0, out.indexOf('\n\n')).split('\n').slice(0, 4);
    for (const row of rows) expect(stringWidth(row)).toBeLessThanOrEqual(columns);
  });

  it('readiness gives up its bar before an id', async () => {
    const { out } = await runIn(makeTree(trees), ['readiness', '--root', 'r'], screen(60));
    expect(out).toContain(`${long} `);
    expect(out).not.toContain('·····');
  });
});

describe('an allowlist', () => {
  it.each([
    [
      'scan',
      'skillfiche: trees are counted whole; the allowlist shows 1 skill of these, and the findings are theirs.\n',
    ],
    ['inventory', 'skillfiche: an inventory is about whole trees; --only does not narrow it.\n'],
  ])('that %s does not narrow itself to is spoken of', async (command, note) => {
    const root = makeTree(tree);
    expect((await runIn(root, [command, '--root', 'r', '--only', 'deploy'])).err).toBe(note);
    expect((await runIn(root, [command, '--root', 'r', '--only', 'deploy', '--quiet'])).err).toBe('');
    expect((await runIn(root, [command, '--root', 'r'])).err).toBe('');
  });
});

describe('a name in another form of Unicode', () => {
  it.each(['caf\u00e9', 'cafe\u0301'])('is found as it is typed, when it lies on disk as %j', async (folder) => {
    const root = makeTree({
      [`r/${folder}/SKILL.md`]: skillText('drinks', 'Brews.', 'B'),
      'r/b/SKILL.md': skillText('b'),
    });
    for (const typed of ['caf\u00e9', 'cafe\u0301']) {
      expect((await runIn(root, ['show', `project:${typed}`, '--root', 'r'])).out).toContain('Brews.');
      const only = await runIn(root, ['list', '--root', 'r', '--only', `project:${typed}`, '--json']);
      expect(JSON.parse(only.out).skills.map(({ name }: { name: string }) => name)).toEqual(['drinks']);
      writeFileSync(join(root, 'c.json'), JSON.stringify({ roots: [{ path: 'r' }], disabled: [`project:${typed}`] }));
      const rest = await runIn(root, ['list', '--config', 'c.json', '--json']);
      expect(JSON.parse(rest.out).skills.map(({ name }: { name: string }) => name)).toEqual(['b']);
      expect(rest.err).toMatch(/^skillfiche: 1 skill is switched off and not listed: .*\n$/);
    }
  });

  it('is not guessed where both forms are there', async () => {
    const root = makeTree({
      'r/cafe\u0301/SKILL.md': skillText('one', 'One.'),
      'r/caf\u00e9/SKILL.md': skillText('two', 'Two.'),
    });
    expect((await runIn(root, ['show', 'project:caf\u00e9', '--root', 'r'])).out).toContain('Two.');
    expect((await runIn(root, ['show', 'project:cafe\u0301', '--root', 'r'])).out).toContain('One.');
  });
});

describe('errors of a tree', () => {
  it.each([['list'], ['context'], ['search', 'x'], ['readiness'], ['show', 'fine']])(
    'are said in one line by %s, with the way to see them',
    async (...command) => {
      const root = makeTree({ 'r/a/SKILL.md': '', 'r/fine/SKILL.md': skillText('fine') });
      const { err, code } = await runIn(root, [...command, '--root', 'r']);
      expect(err).toContain(
        'skillfiche: there is 1 error in these trees: `skillfiche scan --details` with the same roots shows',
      );
      expect(err.match(/scan --details/g)).toHaveLength(1);
      expect(code).toBe(0);
      const narrow = await runIn(root, [...command, '--root', 'r', '--only', 'fine']);
      expect(narrow.err).not.toContain('error');
    },
  );

  it('are why a prompt is empty, when nothing could be listed', async () => {
    const { err } = await runIn(makeTree({ 'r/a/SKILL.md': '' }), ['context', '--root', 'r']);
    expect(err).toContain('nothing to show: 1 SKILL.md could not be listed; `skillfiche scan --details` says why.');
    expect(err).not.toContain('no skills found');
  });
});

describe('words of other tools', () => {
  it.each([
    ['ls', 'list'],
    ['find', 'search'],
    ['cat', 'show'],
    ['read', 'show'],
    ['lint', 'validate'],
  ])('%s is %s', async (word, command) => {
    const root = makeTree(tree);
    const behind = command === 'list' || command === 'validate' ? [] : ['deploy'];
    const said = await runIn(root, [word, ...behind, '--root', 'r']);
    expect(said).toEqual(await runIn(root, [command, ...behind, '--root', 'r']));
  });

  it('lead to commands that there are', async () => {
    for (const command of new Set(Object.values(ALIASES)))
      expect((await runIn(makeTree({}), [command, '--help'])).code, command).toBe(0);
    for (const word of Object.keys(ALIASES))
      expect((await runIn(makeTree({}), [word, '--help'])).out, word).toContain('Usage: skillfiche');
  });

  it('that may mean several things say which', async () => {
    const { err, code } = await runIn(makeTree({}), ['check']);
    expect(err).toMatch(/^skillfiche: There is no command check: `validate` .*`readiness` .*`verify` .*`outdated`/);
    expect(code).toBe(2);
  });
});

describe('a path from the home', () => {
  it.each(['show', 'validate', 'readiness'])('is one to %s', async (command) => {
    const root = makeTree(tree);
    expect((await runIn(root, [command, '~/loose'], { cwd: '/' })).code).toBe(0);
  });
});

describe('a path without a dot', () => {
  it.each([
    [['show'], 'loose', 'Outside the roots'],
    [['show'], 'loose/', 'Outside the roots'],
    [['show'], 'r/bio/align/msa', 'Aligns sequences'],
    [['validate'], 'r/deploy', '1 skill checked'],
    [['validate'], 'loose/SKILL.md', '1 skill checked'],
    [['readiness'], 'r/deploy', 'deploy'],
    [['edit', '--description', 'New.', '--dry-run'], 'loose', 'New.'],
  ])('is taken by %j where it is there: %s', async (command, path, shown) => {
    const { out, code } = await runIn(makeTree(tree), [...command, path, '--root', 'r']);
    expect(out).toContain(shown);
    expect(code).toBe(0);
  });

  it('that is also the name of a skill is the skill', async () => {
    const root = makeTree({ ...tree, 'deploy/SKILL.md': skillText('other', 'Not this one.') });
    expect((await runIn(root, ['show', 'deploy', '--root', 'r'])).out).toContain('Deploys.');
  });

  it('of a tree is its root to scan, list and context', async () => {
    const root = makeTree(tree);
    const ids = async (...argv: string[]) => JSON.parse((await runIn(root, [...argv, '--json'])).out);
    expect((await ids('scan', './r')).ledger).toEqual((await ids('scan', '--root', 'r')).ledger);
    expect((await ids('scan', 'r', 'faulty')).roots).toHaveLength(2);
    expect(await ids('list', './r')).toEqual(await ids('list', '--root', 'r'));
    expect((await runIn(root, ['context', 'r'])).out).toContain('- deploy: Deploys.');
    expect((await runIn(root, ['scan', 'nowhere'])).code).toBe(2);
  });
});

describe('a root that is a file', () => {
  it('is one finding, not two', async () => {
    const { out } = await runIn(makeTree({ '.agents/skills': 'x' }), ['scan', '--json']);
    const errors = JSON.parse(out).diagnostics.filter((one: { severity: string }) => one.severity === 'error');
    expect(errors.map((one: { code: string }) => one.code)).toEqual(['scan/root-not-a-directory']);
  });
});

describe.skipIf(process.platform === 'win32')('names that Windows does not know', () => {
  it('with a backslash are compared whole', async () => {
    const { out } = await runIn(makeTree({ 'r/a\\b/SKILL.md': skillText('b') }), ['validate', '--root', 'r']);
    expect(out).toContain("The name `b` is not the folder's, `a\\b`.");
  });

  it('may end the name of a root with a backslash', async () => {
    const root = makeTree({ 'r\\/a/SKILL.md': skillText('a') });
    expect((await runIn(root, ['show', 'a', '--root', 'r\\', '--body'])).code).toBe(0);
  });

  it('with a line feed forge no line of an answer', async () => {
    const root = makeTree({ 'r/x\nproject:good: ready/SKILL.md': skillText('x', 'X.', '```sh\ncurl x\n```\n') });
    expect((await runIn(root, ['readiness', '--root', 'r', '--why'])).out).not.toMatch(/^project:good/m);
  });
});

describe('list', () => {
  it('shows collections and ordinary skills, and how to go on', async () => {
    const { out, code } = await runIn(makeTree(tree), ['list', '--root', 'r']);
    expect(out).toMatch(
      /^COLLECTION +RECIPES +PROMPT LINE\nbio +2 +bio: 2 recipes\.\n\nNAME +ID +READINESS +NETWORK +DESCRIPTION\ndeploy +project:deploy +unknown +unknown +Deploys\.\n\n1 ordinary skill, 1 to 1 shown\.\n$/,
    );
    expect(code).toBe(0);
  });

  it('pages a collection', async () => {
    const root = makeTree(tree);
    const first = await runIn(root, ['list', 'bio', '--root', 'r', '--limit', '1']);
    expect(first.out).toMatch(
      /msa +align\/msa[\s\S]*2 recipes in bio, 1 to 1 shown; the next page is the same with --offset 1\.\n$/,
    );
    const last = await runIn(root, ['list', 'bio', '--root', 'r', '--limit', '1', '--offset', '1']);
    expect(last.out).toMatch(/nj +trees\/nj[\s\S]*2 recipes in bio, 2 to 2 shown\.\n$/);
    expect((await runIn(root, ['list', 'bio', '--root', 'r', '--offset', '9'])).out).toBe(
      '2 recipes in bio, none from 10 on.\n',
    );
    expect((await runIn(makeTree({ empty: null }), ['list', '--root', 'empty'])).out).toBe('0 ordinary skills.\n');
  });

  it('is narrowed by readiness, network and words, counts what fits, and members of collections too', async () => {
    const root = makeTree({
      ...tree,
      'r/tools/SKILL.md':
        '---\nname: Café Tools\ndescription: Needs a thing.\nrequirements: [env:NEVER_SET]\ncapabilities:\n  network: {mode: none}\n---\n\nB\n',
    });
    const list = async (...argv: string[]) => {
      const { out } = await runIn(root, ['list', '--root', 'r', '--json', ...argv]);
      const { total, skills, collections } = JSON.parse(out);
      return [
        total,
        skills.map(({ id }: { id: string }) => id),
        collections?.map((one: { count: number }) => one.count),
      ];
    };
    expect(await list()).toEqual([2, ['project:tools', 'project:deploy'], [2]]);
    expect(await list('--state', 'needs_setup')).toEqual([1, ['project:tools'], []]);
    expect(await list('--network', 'none')).toEqual([1, ['project:tools'], []]);
    expect(await list('--network', 'none', '--state', 'ready')).toEqual([0, [], []]);
    expect(await list('--match', 'CAFE\u0301  tools')).toEqual([1, ['project:tools'], []]);
    expect(await list('--match', 'sequences')).toEqual([0, [], [1]]);
    expect(await list('bio', '--match', 'TREES')).toEqual([1, ['bio:trees/nj'], undefined]);
    expect(await list('--match', '')).toEqual([2, ['project:tools', 'project:deploy'], [2]]);
    expect((await runIn(root, ['list', '--root', 'r', '--state', 'redy'])).code).toBe(2);
  });

  it('says of a shadowed skill who hides it', async () => {
    const root = makeTree({ 'a/x/SKILL.md': skillText('x', 'A.'), 'b/x/SKILL.md': skillText('X', 'B.') });
    const { out } = await runIn(root, ['list', '--root', 'bundled=a', '--root', 'b']);
    expect(out).toMatch(/\nX \* +project:x /);
    expect(out).toContain('\n* X is the name of bundled:x; this one is reached as project:x.\n');
    const long = 'deeply/'.repeat(30);
    const deep = makeTree({ [`a/${long}x/SKILL.md`]: skillText('x'), 'b/x/SKILL.md': skillText('x', 'B.') });
    const wide = await runIn(deep, ['list', '--root', 'bundled=a', '--root', 'b'], screen(80));
    expect(wide.out.split('\n').filter((line) => line.includes('project:x'))).not.toEqual([]);
    const rows = wide.out.split('\n').filter((line) => !line.includes('deeply/'));
    expect(Math.max(...rows.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it.each([40, 60, 80, 100, 132, 200])('fits a terminal of %i columns, with every id whole', async (columns) => {
    const long = Object.fromEntries(
      ['one', 'another-skill-with-a-long-name', '日本語'].map((name) => [
        `r/c/deep/folder/${name}/SKILL.md`,
        skillText(name, `Does ${'a lot of 日本 things '.repeat(12)}`),
      ]),
    );
    const root = makeTree({ ...long, 'r/c/COLLECTION.json': marker('c') });
    const { out } = await runIn(root, ['list', 'c', '--root', 'r', '--color', 'never'], screen(columns));
    const idWidth = stringWidth('deep/folder/another-skill-with-a-long-name  unknown, network unknown');
    for (const line of out.split('\n').slice(0, -2))
      expect(stringWidth(line)).toBeLessThanOrEqual(Math.max(columns, idWidth));
    for (const id of Object.keys(long)) expect(out).toContain(id.replace('r/c/', '').replace('/SKILL.md', ''));
    // A description that says nothing any more is not worth its place.
    for (const [, description] of out.matchAll(/(Does a lot[^\n…]*)…/g))
      expect(stringWidth(description ?? '')).toBeGreaterThan(30);
  });
});

describe('show', () => {
  it('prints what a skill is, its files and its recipe', async () => {
    const { out, code } = await runIn(makeTree(tree), ['show', 'msa', '--root', 'r']);
    expect(out).toMatch(
      /^msa\nAligns sequences\.\n\nid +bio:align\/msa\ndigest +sha256:[0-9a-f]{64}\nfolder +.+\/r\/bio\/align\/msa\nreadiness +unknown: it declares no requirements\nnetwork +unknown\n\nFILE +KIND +BYTES\nSKILL\.md +text +\d+\nref\/x\.md +text +5\nx\.bin +binary +4\n\n# MSA\n\nDo it\.\n$/,
    );
    expect(code).toBe(0);
  });

  it('prints a recipe or a file byte for byte into a pipe', async () => {
    const root = makeTree(tree);
    expect((await runIn(root, ['show', 'deploy', '--root', 'r', '--body'])).out).toBe('\nBody\r\nwithout end');
    expect((await runIn(root, ['show', 'msa', '--root', 'r', '--file', 'ref/x.md'])).out).toBe('X\u001B[2J');
    let bytes: Uint8Array | undefined;
    await runIn(root, ['show', 'msa', '--root', 'r', '--file', 'x.bin'], {
      outBytes: (given) => {
        bytes = given;
      },
    });
    expect(bytes).toEqual(Buffer.from([0, 1, 2, 255]));
  });

  it('prints nothing that a terminal would obey', async () => {
    const evil = '\u001B]0;owned\u0007\u001B[2J\u202Eevil\u009B1m';
    const root = makeTree({
      [`r/a${'\u001B[2J'}b/SKILL.md`]: `---\nname: ${JSON.stringify(evil)}\ndescription: ${JSON.stringify(evil)}\n---\n${evil}\n`,
      [`r/c/x${'\u001B[2J'}.md`]: 'x',
      'r/c/SKILL.md': skillText('c', 'C.', evil),
    });
    const runs = [
      ['list', '--root', 'r'],
      ['show', 'c', '--root', 'r'],
      ['show', 'c', '--root', 'r', '--body'],
      ['show', 'c', '--root', 'r', '--file', 'SKILL.md'],
      ['scan', '--root', 'r', '--details'],
      ['validate', '--root', 'r'],
      ['context', '--root', 'r'],
      ['show', evil, '--root', 'r'],
      ['readiness', '--root', 'r', '--state', 'unknown'],
      ['list', '--root', 'r', '--json'],
    ];
    for (const argv of runs) {
      const { out, err } = await runIn(root, argv, { ...screen(80), isErrTty: true });
      expect(`${out}${err}`.replace(/\u001B\[[\d;]*[mK]|\r/g, ''), argv.join(' ')).not.toMatch(
        /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/,
      );
    }
  });

  it('names some of what is not served, and counts the rest', async () => {
    const links = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`r/a/link-${at}`, { link: 'x' }]));
    const root = makeTree({ 'r/a/SKILL.md': skillText('a'), ...links });
    const { out } = await runIn(root, ['show', 'a', '--root', 'r']);
    expect(out).toMatch(/\nNot served: link-0 \(link\), .* and 20 more; --json has all\.\n/);
    expect(JSON.parse((await runIn(root, ['show', 'a', '--root', 'r', '--json'])).out).left_out).toHaveLength(30);
  });

  it('does not pour a binary file into a terminal', async () => {
    const { out, err } = await runIn(makeTree(tree), ['show', 'msa', '--root', 'r', '--file', 'x.bin'], screen(80));
    expect(out).toBe('');
    expect(err).toBe('skillfiche: a binary file of 4 bytes is not printed to a terminal; redirect it to a file.\n');
  });

  it.each([
    [['./loose'], 'project:.'],
    [['./loose/SKILL.md'], 'project:.'],
    [['./r/deploy', '--root', 'r'], 'project:deploy'],
    [['./r/bio/align/msa/', '--root', 'r'], 'bio:align/msa'],
    [['./r/bio/align/msa', '--root', 'loose'], 'project:.'],
    [['~/loose'], 'project:.'],
  ])('takes a path: %j is %s', async (argv, id) => {
    const { out, err } = await runIn(makeTree(tree), ['show', ...argv, '--json']);
    expect(err).toBe('');
    expect(JSON.parse(out).id).toBe(id);
  });

  it('takes an absolute path', async () => {
    const root = makeTree(tree);
    expect(
      JSON.parse((await runIn('/', ['show', join(root, 'loose'), '--json'], { env: { HOME: root } })).out).name,
    ).toBe('loose');
  });

  it('looks at the folder of a path alone, not at all that lies below', async () => {
    const root = makeTree({ ...tree, 'SKILL.md': skillText('top'), 'bad/COLLECTION.json': '{' });
    expect(JSON.parse((await runIn(root, ['show', '.', '--json'], { env: { HOME: '/nowhere' } })).out)).toMatchObject({
      name: 'top',
      id: 'project:.',
    });
  });

  it.each([
    [['./none'], /There is no skill in .+\/none: it has no SKILL\.md\. Name the folder that holds it\.|does not exist/],
    [['./r'], /There is no skill in .+\/r: it has no SKILL\.md\./],
    [
      ['./faulty/b'],
      /There is no skill in .+\/faulty\/b: SKILL\.md is empty; the skill is not listed\. Name the folder/,
    ],
    [['./loose', '--only', 'deploy', '--root', 'r'], /No visible skill lies in .+\/loose\./],
    [['nothing', '--root', 'r'], /No skill named "nothing" is among the 3 skills here\./],
    [['bio:align', '--root', 'r'], /No skill named "bio:align" is among the 3 skills here\./],
    [['msa', '--root', 'r', '--file', '../nj/SKILL.md'], /Skill bio:align\/msa has no file "\.\.\/nj\/SKILL\.md"\./],
    [['', '--root', 'r'], /named by its id or name, not by ""/],
  ])('of %j ends with 2 and says why', async (argv, message) => {
    const { code, out, err } = await runIn(makeTree(tree), ['show', ...argv]);
    expect(err).toMatch(message);
    expect([code, out]).toEqual([2, '']);
  });

  it('finds a skill that is named like an option behind --', async () => {
    const root = makeTree({ 'r/a/SKILL.md': skillText('--json') });
    const { out, code } = await runIn(root, ['show', '--root', 'r', '--', '--json']);
    expect(code).toBe(0);
    expect(out).toMatch(/^--json\n/);
  });
});

describe('validate', () => {
  it('counts, and ends with 1 where a finding is an error', async () => {
    const root = makeTree(tree);
    expect(await runIn(root, ['validate', '--root', 'r'])).toMatchObject({
      code: 0,
      out: '3 skills checked, 0 invalid: nothing to report.\n',
    });
    const faulty = await runIn(root, ['validate', '--root', 'faulty']);
    expect(faulty.code).toBe(1);
    expect(faulty.out).toMatch(
      /b\/SKILL\.md: error scan\/empty-file[\s\S]*a\/SKILL\.md:3:\d+: warning yaml\/unquoted-colon[\s\S]*1 skill checked, 0 invalid: 1 error, 1 warning\.\n$/,
    );
  });

  it('shows five findings of a kind and counts the others, lists all with --details, and evidence as a warning', async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        `r/s${at}/SKILL.md`,
        `---\nname: s${at}\ndescription: Plan: it\n---\n\ncurl https://x.example | sh\n`,
      ]),
    );
    const root = makeTree(tree);
    const grouped = await runIn(root, ['validate', '--root', 'r']);
    expect(grouped.out.match(/warning yaml\/unquoted-colon/g)).toHaveLength(5);
    expect(grouped.out).toContain('and 4 more of yaml/unquoted-colon; --details lists all');
    expect(grouped.out).toMatch(/9 skills checked, 0 invalid: 18 warnings\.\n$/);
    const all = await runIn(root, ['validate', '--root', 'r', '--details']);
    expect(all.out.match(/warning yaml\/unquoted-colon/g)).toHaveLength(9);
    expect(all.out.match(/:6:\d+: warning text\/fetched-command/g)).toHaveLength(9);
    const dry = await runIn(root, ['validate', '--root', 'r', '--fix', '--dry-run']);
    expect(dry.err).toContain('9 files would be fixed, nothing was written.');
    const none = await runIn(makeTree({ 'r/a/SKILL.md': skillText('a') }), [
      'validate',
      '--root',
      'r',
      '--fix',
      '--dry-run',
    ]);
    expect(none.err).toContain('0 files would be fixed, nothing was written.');
  });

  it('is strict on request', async () => {
    const root = makeTree(tree);
    expect((await runIn(root, ['validate', './faulty/a'])).code).toBe(0);
    expect((await runIn(root, ['validate', './faulty/a', '--strict'])).code).toBe(1);
  });

  it('sees a skill with the eyes of the reader that is asked for', async () => {
    const header = 'name: wide\ndescription: Does much.\nwhen_to_use: When asked.\n';
    const root = makeTree({
      'r/wide/SKILL.md': `---\n${header}---\nBody\n`,
      'r/wide/run.sh': `KEY=ghp_${'aB3dE5gH7j'.repeat(3)}K9mN2p\n`,
    });
    const of = async (profile: string) => {
      const { out, code } = await runIn(root, ['validate', '--root', 'r', '--profile', profile, '--json']);
      const [skill] = JSON.parse(out).skills;
      return [
        code,
        ...skill.diagnostics.map(
          (one: { code: string; path: string; line?: number }) =>
            `${one.code} ${one.path.slice(root.length + 8)}:${one.line}`,
        ),
      ];
    };
    expect(await of('codex')).toEqual([0]);
    expect(await of('claude')).toEqual([0]);
    expect(await of('agentskills')).toEqual([1, 'profile/unknown-key SKILL.md:4']);
    expect(await of('lenient')).toEqual([0, 'frontmatter/unknown-key SKILL.md:4']);
    expect(await of('strict')).toContain('package/secret run.sh:1');
    expect((await runIn(root, ['validate', '--root', 'r', '--profile', 'claud'])).code).toBe(2);
  });

  it('takes names, ids and paths at once', async () => {
    const { out } = await runIn(makeTree(tree), [
      'validate',
      'deploy',
      'bio:align/msa',
      './loose',
      '--root',
      'r',
      '--json',
    ]);
    expect(JSON.parse(out).skills.map((one: { id: string }) => one.id)).toEqual([
      'project:deploy',
      'bio:align/msa',
      'project:.',
    ]);
  });

  it('of what is not there could not run', async () => {
    const { code, out, err } = await runIn(makeTree(tree), ['validate', './none']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^skillfiche: There is nothing at .+\/none to validate\.\n$/);
  });
});

describe('roots on the command line', () => {
  it('without --root are those of project and home', async () => {
    const root = makeTree({
      'home/.agents/skills/h/SKILL.md': skillText('h'),
      'home/proj/.claude/skills/c/SKILL.md': skillText('c'),
      'home/proj/.agents/skills/p/SKILL.md': skillText('p'),
      'home/proj/sub/x': null,
    });
    const { out, err } = await runIn(join(root, 'home/proj/sub'), ['list', '--json'], {
      env: { HOME: join(root, 'home') },
    });
    expect(JSON.parse(out).skills.map((one: { id: string }) => one.id)).toEqual([
      'project-claude:c',
      'personal:h',
      'project:p',
    ]);
    expect(err).toBe('');
  });

  it('may stand before and after the command, again and again', async () => {
    const { out } = await runIn(makeTree(tree), [
      '--root',
      'r',
      'list',
      '--root',
      'personal:mine=loose',
      '--root',
      'faulty',
      '--json',
    ]);
    expect(JSON.parse(out).skills.map((one: { id: string }) => one.id)).toEqual([
      'project-2:a',
      'project:deploy',
      'mine:.',
    ]);
  });

  it.each([
    ['none', 'does not exist'],
    ['file', 'is not a folder'],
    // Newer versions of Node take what lies below a file as absent.
    ['file/below', Number(process.versions.node.split('.')[0]) < 24 ? 'cannot be read (ENOTDIR)' : 'does not exist'],
  ])('that were named and are none (%s) end every command that reads, with 2', async (named, why) => {
    const root = makeTree({ ...tree, file: 'x' });
    const said = `skillfiche: The root ${root}/${named} ${why}. Name a folder of skills that is there and may be read.\n`;
    for (const command of [
      ['scan'],
      ['list'],
      ['context'],
      ['search', 'x'],
      ['readiness'],
      ['show', 'x'],
      ['validate', '--strict'],
      ['inventory'],
      ['inventory', 'check'],
      ['verify'],
    ]) {
      const { code, err, out } = await runIn(root, [...command, '--root', named, '--root', 'r']);
      expect([err, out, code], command.join(' ')).toEqual([said, '', 2]);
    }
    writeFileSync(join(root, 'c.json'), JSON.stringify({ roots: [{ path: named }] }));
    expect(await runIn(root, ['list', '--config', 'c.json'])).toMatchObject({ code: 2, err: said });
    expect(await runIn(root, ['list', '--root', named, '-q'])).toMatchObject({ code: 2, err: said });
  });

  it('narrowed by --only speak of that alone', async () => {
    const root = makeTree(tree);
    const { out } = await runIn(root, ['list', '--root', 'r', '--only', 'bio:*', '--json']);
    expect(JSON.parse(out)).toMatchObject({ total: 0, collections: [{ id: 'bio', count: 2 }] });
    const { code, err } = await runIn(root, ['list', '--root', 'r', '--only', 'boi:*']);
    expect(err).toBe(
      'skillfiche: The allowlist entry "boi:*" matches nothing: no collection and no root has this id. Did you mean bio:*? Entries are ids, names or "<scope>:*".\n',
    );
    expect(code).toBe(2);
  });

  it('with --bundled are the shipped collections', async () => {
    const { out } = await runIn(makeTree({}), ['list', '--bundled', '--json']);
    expect(JSON.parse(out).collections.map((one: { id: string }) => one.id)).toEqual(['data-recipes', 'unix-recipes']);
  });
});

describe('snapshots', () => {
  it('are kept in the cache folder of the environment, and found again', async () => {
    const root = makeTree({ ...tree, cache: null });
    const world = { env: { HOME: root, XDG_CACHE_HOME: join(root, 'cache') } };
    const scan = async (): Promise<string> =>
      (await runIn(root, ['scan', '--root', 'r', '--cache', join(root, 'cache/skillfiche')], world)).out;
    await scan();
    expect((await runIn(root, ['cache', 'dir', '--cache', join(root, 'cache/skillfiche')], world)).out).toBe(
      `${root}/cache/skillfiche\n`,
    );
    expect(
      JSON.parse(
        (await runIn(root, ['cache', 'clear', '--json', '--cache', join(root, 'cache/skillfiche')], world)).out,
      ),
    ).toMatchObject({ removed: 1 });
  });

  it('that cannot be cleared are a plain refusal', async () => {
    const root = makeTree({ file: 'mine' });
    expect(await runIn(root, ['cache', 'clear', '--cache', 'file'])).toEqual({
      code: 2,
      out: '',
      err: `skillfiche: ${root}/file is not a folder.\n`,
    });
    expect((await runIn(root, ['cache', 'clear', '--cache', 'nowhere'])).out).toMatch(/^0 files removed /);
  });
});
