import { expect, test } from 'vitest';
import { thisArchitecture } from '../toolchain/architecture.ts';
import { inRepository } from '../repository.ts';
import { lockedPackages } from './bundled-libraries.ts';
import { isFor, libraryFolder } from './library-folder.ts';

const packages = await lockedPackages();
const argon2 = (platform: string) => packages[`node_modules/@node-rs/argon2-${platform}`] ?? expect.fail();

test.each([
  ['linux-x64-gnu', 'x64', true],
  ['linux-arm64-gnu', 'arm64', true],
  ['linux-arm64-gnu', 'x64', false],
  ['linux-x64-musl', 'x64', false],
  ['linux-arm64-musl', 'arm64', false],
  ['darwin-arm64', 'arm64', false],
] as const)('native code for %s is used on %s: %s', (platform, architecture, expected) => {
  expect(isFor(argon2(platform), architecture)).toBe(expected);
});

test('a library without native code is taken from node_modules for every architecture', async () => {
  const place = 'node_modules/@node-rs/argon2';
  const locked = packages[place] ?? expect.fail();
  for (const architecture of ['x64', 'arm64'] as const)
    expect(await libraryFolder(place, locked, architecture)).toBe(inRepository(place));
});

test('a library that is not installed, or is for another platform, is left out', async () => {
  expect(await libraryFolder('node_modules/absent', {}, thisArchitecture)).toBeNull();
  const place = 'node_modules/@node-rs/argon2-darwin-arm64';
  expect(await libraryFolder(place, argon2('darwin-arm64'), 'arm64')).toBeNull();
});
