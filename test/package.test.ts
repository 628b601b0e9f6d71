import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
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

describe('README and docs', () => {
  const project = join(import.meta.dirname, '..');
  const { files } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { files: readonly string[] };
  const pages = [
    'README.md',
    'CHANGELOG.md',
    'bench/README.md',
    ...readdirSync(join(project, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];

  it.each(pages)('%s leads to nothing that is not there, or not in the package', (page) => {
    const text = readFileSync(join(project, page), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)) {
      const path = posix.normalize(relative(project, join(project, dirname(page), target)).replaceAll('\\', '/'));
      expect(existsSync(join(project, path)), `${page} → ${target}`).toBe(true);
      const isShipped = ['README.md', ...files].some(
        (one) => path === one || path.replace(/\/$/, '') === one || path.startsWith(`${one}/`),
      );
      expect(isShipped, `${page} → ${target} is in the package`).toBe(true);
    }
  });

  it('start nothing that is not published but as what will be', () => {
    for (const page of pages) {
      for (const line of readFileSync(join(project, page), 'utf8').split('\n')) {
        if (line.includes('npx -y skillfiche')) expect(line, page).toMatch(/^`npx -y skillfiche` stands for/);
      }
    }
  });
});
