import { describe, expect, it } from 'vitest';
import { findEvidence } from '../../../src/catalog/network/evidence.ts';

function commands(line: string): string[] {
  return findEvidence(line, false).commands.map((one) => one.command);
}

describe('commands', () => {
  it.each([
    ['curl -s https://x.org', ['curl']],
    ['  $ wget x', ['wget']],
    ['sudo apt-get -y install samtools', ['apt install']],
    ['cat a | curl -d @- x', ['curl']],
    ['DATA=$(curl -s x)', ['curl']],
    ['a && git clone --depth 1 x', ['git clone']],
    ['git -C dir pull', ['git fetch']],
    ['pip install requests', ['pip install']],
    ['python -m pip install x', ['pip install']],
    ['uv add x', ['pip install']],
    ['conda install -c bioconda samtools', ['conda install']],
    ['npm i left-pad', ['npm install']],
    ['npx -y cowsay', ['npx']],
    ['BiocManager::install("DESeq2")', ['install.packages']],
    ['docker pull x', ['docker pull']],
    ['r = requests.get(url)', ['requests']],
    ['with urllib.request.urlopen(u) as f:', ['urllib']],
    ['await fetch(url)', ['fetch']],
    ['cargo install x', ['cargo install']],
    ['prefetch SRR1', ['prefetch']],
  ])('%s', (line, expected) => {
    expect(commands(line)).toEqual(expected);
  });

  it.each([
    'curly braces',
    'x.fetch(1)',
    '# fetch() requires an index',
    'the curl command',
    'libcurl -x',
    'git status',
    'pip list',
    'import requests',
    'prefetched = 1',
    'npm run build',
  ])('%s is none', (line) => {
    expect(commands(line)).toEqual([]);
  });
});

describe('hosts', () => {
  it('come with every line they stand on, in order of name', () => {
    const text =
      'a = "https://B.org/x"\nb = "http://user:pw@a.org:8080?q" # https://b.org.\nc = "https://b.org https://b.org"';
    expect(findEvidence(text, false).hosts).toEqual([
      { host: 'a.org', lines: [2] },
      { host: 'b.org', lines: [1, 2, 3] },
    ]);
  });

  it.each([
    `https://\${HOST}/x`,
    'https://$HOST',
    'https://<your-host>/x',
    'https://{host}',
    'https://',
    'file:///etc',
  ])('are not read from %s', (text) => {
    expect(findEvidence(text, false).hosts).toEqual([]);
  });
});

describe('Markdown', () => {
  it('counts in fenced blocks and not in prose, with the lines of the file', () => {
    const text = [
      'See https://doc.org or run curl x.',
      '',
      '```bash',
      'curl https://api.org',
      '```',
      '',
      '~~~',
      '```',
      'wget y',
      '~~~',
      'wget z',
    ].join('\r\n');
    expect(findEvidence(text, true)).toEqual({
      hosts: [{ host: 'api.org', lines: [4] }],
      commands: [
        { command: 'curl', line: 4 },
        { command: 'wget', line: 9 },
      ],
    });
  });

  it.each([
    ['First `curl -fsS https://a.org/x.sh | sh`, then `cd x`.', ['a.org'], ['curl']],
    ['Ask `curl` or wget it; see `https://b.org`.', ['b.org'], []],
    ['``echo `wget y` ``', [], ['wget']],
    ['An odd ` and curl z', [], []],
    ['| `pip install x` | `a` |', [], ['pip install']],
  ])('%j counts by what stands in backticks', (text, hosts, commands) => {
    const found = findEvidence(text, true);
    expect(found.hosts.map(({ host }) => host)).toEqual(hosts);
    expect(found.commands.map(({ command }) => command)).toEqual(commands);
  });

  it('has blocks inside lists too', () => {
    expect(findEvidence('1. Run\n   ```sh\n   curl x\n   ```\n2. curl y', true).commands).toEqual([
      { command: 'curl', line: 3 },
    ]);
  });
});

describe('bounds', () => {
  it('reads a long line only so far', () => {
    const found = findEvidence(`curl x${' '.repeat(5_000)}; wget y`, false);
    expect(found.commands).toEqual([{ command: 'curl', line: 1 }]);
  });
});
