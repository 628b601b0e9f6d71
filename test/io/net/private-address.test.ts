import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { createAsk } from '../../../src/io/net/ask.ts';
import { isPrivateAddress, isPrivateHost } from '../../../src/io/net/private-address.ts';

const PRIVATE = [
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::10.0.0.1',
  '::127.0.0.1',
];
const PUBLIC = [
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '100.128.0.1',
  '2606:4700::1111',
  '::ffff:1.1.1.1',
];

async function failure(promise: Promise<unknown>): Promise<SkillficheError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SkillficheError)) throw new Error(`no SkillficheError but ${String(error)}`);
  return error;
}

describe('an address around this machine', () => {
  it.each(PRIVATE)('%s is one', (address) => expect(isPrivateAddress(address)).toBe(true));
  it.each(PUBLIC)('%s is none', (address) => expect(isPrivateAddress(address)).toBe(false));

  it('is told by names too, and however a URL spells it', () => {
    for (const url of [
      'https://localhost./',
      'https://printer.local/',
      'https://metadata.google.internal/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://[::ffff:7f00:1]/',
      'https://0251.0376.0251.0376/',
    ])
      expect(isPrivateHost(new URL(url).hostname), url).toBe(true);
    for (const host of ['example.org', 'local.example', 'mylocalhost.io', 'a'])
      expect(isPrivateHost(host), host).toBe(false);
  });
});

describe('being sent around', () => {
  const asked: string[] = [];
  const answers: Readonly<Record<string, string>> = {
    'https://a.example/metadata': 'https://169.254.169.254/latest/meta-data/',
    'https://a.example/name': 'https://inside.example/',
    'https://a.example/ok': 'https://b.example/there',
    'https://10.0.0.5/on': 'https://10.0.0.6/',
    'https://10.0.0.5/same': 'https://10.0.0.5/there',
  };
  const names: Readonly<Record<string, readonly string[]>> = {
    'inside.example': ['93.184.216.34', '10.0.0.7'],
    'b.example': ['93.184.216.34'],
    'a.example': ['93.184.216.34'],
  };
  const ask = createAsk(
    async (url) => {
      asked.push(url);
      const location = answers[url];
      return location === undefined
        ? new Response('there')
        : new Response(null, { status: 302, headers: { location } });
    },
    async (host) => names[host] ?? [],
  );

  it.each([
    ['to where clouds keep keys', 'https://a.example/metadata'],
    ['to a name that resolves to a network around us', 'https://a.example/name'],
    ['from one private host to another', 'https://10.0.0.5/on'],
  ])('%s: refused before anything is asked there', async (_, url) => {
    asked.length = 0;
    const error = await failure(ask(url));
    expect([error.code, error.reason]).toEqual(['SOURCE_REFUSED', 'private']);
    expect(asked).toEqual([url]);
  });

  it('to a public host is followed; a host that one names oneself may be anywhere', async () => {
    expect((await ask('https://a.example/ok'))?.url).toBe('https://b.example/there');
    expect((await ask('https://10.0.0.5/same'))?.bytes.toString()).toBe('there');
    expect((await ask('https://inside.example/'))?.bytes.toString()).toBe('there');
  });

  it('by an address that stands in somebody’s file is refused at once', async () => {
    asked.length = 0;
    for (const url of ['https://10.0.0.5/same', 'https://inside.example/', 'http://127.0.0.1:1/x'])
      expect((await failure(ask(url, { isForeign: true }))).reason).toBe('private');
    expect(asked).toEqual([]);
    expect((await ask('https://b.example/there', { isForeign: true }))?.bytes.toString()).toBe('there');
  });
});
