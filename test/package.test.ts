import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/** Node's way of looking a package up: beside the one that wants it, then beside each of the folders around that. */
function isLocked(name: string, from: string): boolean {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${place === '' ? '' : `${place}/`}node_modules/${name}`] !== undefined) return true;
    if (!place.includes('/node_modules/')) {
      return place !== '' && lock.packages[`node_modules/${name}`] !== undefined;
    }
  }
}

describe('package-lock.json', () => {
  it('holds every package that one of its packages names, else `npm ci` refuses to install', () => {
    const absent = Object.entries(lock.packages).flatMap(([from, wants]) =>
      Object.keys({ ...wants.dependencies, ...wants.devDependencies, ...wants.optionalDependencies })
        .filter((name) => !isLocked(name, from))
        .map((name) => `${from} wants ${name}`),
    );
    expect(absent).toEqual([]);
  });
});
