import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gatherMachine, type MachineOptions, type PathState } from '../../../src/io/machine/machine.ts';
import { makeTree } from '../../support/tree.ts';

/** A disk in memory; on Windows names are the same in any case. */
function fakeDisk(files: Readonly<Record<string, PathState>>, isWindows: boolean) {
  const same = (path: string) => (isWindows ? path.replaceAll('\\', '/').toLowerCase() : path);
  const known = new Map(Object.entries(files).map(([path, found]) => [same(path), found]));
  const asked: string[] = [];
  const look = (path: string): PathState => {
    asked.push(path);
    return known.get(same(path)) ?? 'absent';
  };
  return { look, asked };
}

function windows(files: Readonly<Record<string, PathState>>, options: MachineOptions = {}) {
  return gatherMachine({ platform: 'win32', env: {}, look: fakeDisk(files, true).look, ...options });
}

function linux(files: Readonly<Record<string, PathState>>, options: MachineOptions = {}) {
  return gatherMachine({ platform: 'linux', env: {}, look: fakeDisk(files, false).look, ...options });
}

describe('programs on Windows', () => {
  const files: Record<string, PathState> = {
    'C:\\Tools\\gh.exe': 'file',
    'C:\\Tools\\uv.CMD': 'file',
    'C:\\Tools\\tool.bat': 'file',
    'C:\\Tools\\script.py': 'file',
    'C:\\Tools\\readme': 'file',
    'C:\\Tools\\folder.exe': 'folder',
    'D:\\My;Apps\\jq.exe': 'file',
  };
  const path = 'C:\\Nothing;;C:\\Tools\\;"D:\\My;Apps"';

  it.each<[string, string | undefined]>([
    ['upper case', '.COM;.EXE;.BAT;.CMD'],
    ['lower case', '.com;.exe;.bat;.cmd'],
    ['mixed case with blanks', ' .Exe ; .Bat;.Cmd;'],
    ['unset', undefined],
    ['empty', ''],
  ])('are found through a PATHEXT in %s', (_, pathExt) => {
    const facts = windows(files, { path, ...(pathExt === undefined ? {} : { pathExt }) });
    for (const name of ['gh', 'uv', 'tool', 'gh.exe', 'jq']) expect(facts.hasProgram(name), name).toBe(true);
    for (const name of ['readme', 'script', 'script.py', 'folder', 'absent'])
      expect(facts.hasProgram(name), name).toBe(false);
  });

  it('may have any extension PATHEXT names', () => {
    const facts = windows(files, { path, pathExt: '.PY' });
    expect(facts.hasProgram('script')).toBe(true);
    expect(facts.hasProgram('gh')).toBe(false);
  });

  it('are looked up by the environment in any spelling', () => {
    const facts = windows(files, { env: { Path: path, PathExt: '.EXE', Api_Key: 'x' } });
    expect(facts.hasProgram('gh')).toBe(true);
    expect(facts.hasVariable('API_KEY')).toBe(true);
  });

  it('may be given by an absolute path, with or without extension', () => {
    const facts = windows(files, { path: '' });
    expect(facts.hasProgram('C:\\Tools\\gh.exe')).toBe(true);
    expect(facts.hasProgram('C:/Tools/gh')).toBe(true);
    expect(facts.hasProgram('C:/Tools/absent')).toBe(false);
  });

  it('has files below the home folder', () => {
    const facts = windows({ 'C:\\Users\\me\\x.json': 'file' }, { env: { USERPROFILE: 'C:\\Users\\me' } });
    expect(facts.hasFile('~/x.json')).toBe(true);
    expect(facts.hasFile('%USERPROFILE%\\x.json')).toBe(true);
  });
});

describe('programs elsewhere', () => {
  it('are regular files that may be started', () => {
    const facts = linux(
      {
        '/bin/jq': 'program',
        '/bin/data': 'file',
        '/bin/folder': 'folder',
        '/bin/socket': 'other',
        '/bin/locked': 'unreadable',
      },
      { path: '/bin' },
    );
    expect(['jq', 'data', 'folder', 'socket', 'locked', 'absent'].filter((name) => facts.hasProgram(name))).toEqual([
      'jq',
    ]);
  });

  it.each([
    ['an empty entry', '/bin:'],
    ['a dot', '.'],
    ['a relative entry', '/nonexist:rel'],
    ['a relative entry with dots', '../rel/foo'],
    ['nothing', ''],
  ])('are looked for in absolute folders only, not through %s', (_, path) => {
    const asked: string[] = [];
    const facts = gatherMachine({
      platform: 'linux',
      env: {},
      path,
      look: (where) => {
        asked.push(where);
        return where.startsWith('/') ? 'absent' : 'program';
      },
    });
    expect(facts.hasProgram('foo')).toBe(false);
    expect(asked.filter((where) => !where.startsWith('/'))).toEqual([]);
  });

  it('nobody can tell without a PATH, but for those that are given by their path', () => {
    const facts = linux({ '/opt/jq': 'program' });
    expect(facts.hasProgram('jq')).toBeUndefined();
    expect(facts.hasProgram('/opt/jq')).toBe(true);
  });

  it('have no drive that changes with the working folder', () => {
    expect(windows({ 'C:\\Tools\\gh.exe': 'file' }, { path: '\\Tools;Tools;C:' }).hasProgram('gh')).toBe(false);
    expect(windows({}).hasProgram('gh')).toBeUndefined();
  });

  it('may be in the second folder that has the name', () => {
    expect(linux({ '/a/jq': 'folder', '/b/jq': 'program' }, { path: '/a:/b' }).hasProgram('jq')).toBe(true);
  });

  it('may be a bundle', () => {
    expect(linux({ '/Applications/A B.app': 'folder' }, {}).hasProgram('/Applications/A B.app')).toBe(true);
  });
});

describe('variables and files', () => {
  it('are set only when not empty, in their own spelling', () => {
    const facts = linux({}, { env: { SET: 'x', EMPTY: '' } });
    expect([facts.hasVariable('SET'), facts.hasVariable('EMPTY'), facts.hasVariable('set')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(facts.hasVariable('toString')).toBe(false);
  });

  it('are there, not there, or not ours to see', () => {
    const facts = linux({ '/home/me/x': 'file', '/y': 'folder', '/z': 'unreadable' }, { home: '/home/me' });
    expect(['~/x', '$HOME/x', `\${HOME}/x`, '/y', '/absent', '/z'].map((path) => facts.hasFile(path))).toEqual([
      true,
      true,
      true,
      true,
      false,
      undefined,
    ]);
  });

  it('does not take a `$` in the name of the home folder for a pattern', () => {
    expect(linux({ '/home/$&/x': 'file' }, { home: '/home/$&' }).hasFile('~/x')).toBe(true);
  });
});

describe('the machine', () => {
  it('is asked once for each distinct requirement', () => {
    const disk = fakeDisk({ '/bin/jq': 'program' }, false);
    const facts = gatherMachine({ platform: 'linux', env: {}, path: '/bin', look: disk.look });
    for (let time = 0; time < 3; time++) for (const name of ['jq', 'absent']) facts.hasProgram(name);
    for (let time = 0; time < 3; time++) facts.hasFile('/x');
    expect(disk.asked).toEqual(['/bin/jq', '/bin/absent', '/x']);
  });

  it('may be another one: then nobody can tell, and the disk is not touched', () => {
    const disk = fakeDisk({ '/bin/jq': 'program' }, false);
    const facts = gatherMachine({ target: 'sandbox-7', path: '/bin', look: disk.look });
    expect([facts.here, facts.hasProgram('jq'), facts.hasVariable('PATH'), facts.hasFile('/')]).toEqual([
      false,
      undefined,
      undefined,
      undefined,
    ]);
    expect(disk.asked).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('is this one by default', () => {
    const tree = makeTree({
      'bin/tool': '#!/bin/sh\n',
      'bin/data': 'x',
      'bin/sub/x': '',
      'bin/link': { link: 'tool' },
      'bin/dangling': { link: 'nowhere' },
    });
    chmodSync(`${tree}/bin/tool`, 0o755);
    const facts = gatherMachine({ path: `${tree}/bin`, home: tree });
    expect(
      ['tool', 'link', 'data', 'sub', 'dangling', 'x'.repeat(300)].filter((name) => facts.hasProgram(name)),
    ).toEqual(['tool', 'link']);
    expect([
      facts.hasFile('~/bin'),
      facts.hasFile('~/bin/data'),
      facts.hasFile('~/absent'),
      facts.hasFile('~/bin/data/x'),
    ]).toEqual([true, true, false, false]);
    expect(facts.platform).toBe(process.platform);
  });
});
