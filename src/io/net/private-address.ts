import { BlockList, isIP } from 'node:net';

/** Networks that are nobody's on the internet: this machine, those around it, and where clouds keep their keys. */
const NETWORKS: readonly (readonly [net: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 9, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];
/** Prefixes behind which the last 32 bits are an address of the older kind. */
const MAPPED: readonly string[] = ['::ffff:0:0', '64:ff9b::', '::'];

let list: BlockList | undefined;

function privateNetworks(): BlockList {
  if (list !== undefined) return list;
  list = new BlockList();
  for (const [net, bits, family] of NETWORKS) {
    list.addSubnet(net, bits, family);
    if (family === 'ipv4') for (const prefix of MAPPED) list.addSubnet(mapped(prefix, net), 96 + bits, 'ipv6');
  }
  return list;
}

function mapped(prefix: string, net: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = net.split('.').map(Number);
  const tail = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  return prefix === '::ffff:0:0' ? `::ffff:${tail}` : `${prefix}${tail}`;
}

/** Whether an address, without brackets, leads to this machine or a network around it. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  const family = isIP(plain);
  return family !== 0 && privateNetworks().check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether a host, as a URL spells it, says by itself that it is no public one. */
export function isPrivateHost(host: string): boolean {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return isPrivateAddress(name) || /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/.test(name);
}
