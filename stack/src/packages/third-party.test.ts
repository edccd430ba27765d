import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import { npmLibraries } from './bundled-libraries.ts';
import { DELIVERED, thirdPartyList } from './third-party.ts';

const read = (path: string): string => readFileSync(inRepository(path), 'utf8');
const named = new Set([...read('THIRD_PARTY_NOTICES').matchAll(/^(\S+ \S+): /gm)].map(([, title]) => title));
const crates = [...read('Cargo.lock').matchAll(/^name = "(.+)"\nversion = "(.+)"\nsource = /gm)];
const locked = new Set(crates.map(([, name, version]) => `${name} ${version}`));

const ownCrates = new Set([...read('Cargo.toml').matchAll(/^(\S+) = .*\bpath = /gm)].map(([, name]) => name));

/** Returns the names of a manifest's normal dependencies outside this repository. */
function dependencies(manifest: string): string[] {
  const table = /^\[dependencies\]\n((?:[^[\n].*\n|\n)*)/m.exec(read(manifest))?.[1] ?? '';
  const named = [...table.matchAll(/^([a-z0-9_-]+)(?!.* path = )/gm)].map(([, name]) => name!);
  return named.filter((name) => !ownCrates.has(name));
}

// `npm run notices` updates the file.
test('THIRD_PARTY_NOTICES lists every delivered npm library in the locked version', async () => {
  const libraries = await npmLibraries(DELIVERED);
  expect(libraries.length).toBeGreaterThan(100);
  expect(
    libraries.map(({ name, version }) => `${name} ${version}`).filter((title) => !named.has(title)),
  ).toEqual([]);
});

test.each([
  'crates/cli/Cargo.toml',
  'crates/datagram-transport/Cargo.toml',
  'crates/dns-filter/Cargo.toml',
  'crates/relay/Cargo.toml',
  'crates/transparent-listener/Cargo.toml',
  'crates/udp-offload/Cargo.toml',
  'apps/desktop/shell/Cargo.toml',
])('THIRD_PARTY_NOTICES lists every dependency of %s', (manifest) => {
  const names = new Set([...named].map((title) => title?.split(' ')[0]));
  expect(dependencies(manifest).length).toBeGreaterThan(0);
  expect(dependencies(manifest).filter((name) => !names.has(name))).toEqual([]);
});

test('THIRD_PARTY_NOTICES lists only versions of the lock files', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string }>;
  };
  for (const [place, { version }] of Object.entries(packages))
    locked.add(`${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`);
  expect([...named].filter((title) => !locked.has(title!))).toEqual([]);
});

test('a library has one line, followed by its copyright lines', () => {
  const zod = {
    registry: 'npm',
    name: 'zod',
    version: '4.6.7',
    licence: 'MIT',
    texts: ['MIT\n\nCopyright (c) 2025 Colin\n'],
  } as const;
  expect(thirdPartyList([zod, zod, { ...zod, name: 'bare', texts: [] }])).toBe(
    'bare 4.6.7: MIT\nzod 4.6.7: MIT\n  Copyright (c) 2025 Colin\n',
  );
});
