import { expect, test } from 'vitest';
import { ARCHITECTURES, thisArchitecture } from '../toolchain/architecture.ts';
import { environmentText, readPackageOptions } from './options.ts';

test('a package contains no trust anchors or API address unless they are given', () => {
  expect(readPackageOptions([], '/here')).toEqual({
    ...{ out: '/here', trust: null, api: null, releases: null, app: 'build', quick: false },
    architecture: thisArchitecture,
  });
  const named = readPackageOptions(['--trust', 't.json', '--api', 'https://api.example.com/x'], '/here');
  expect(named.trust).toBe('t.json');
  expect(named.api && environmentText(named.api)).toBe('COMET_API_URL=https://api.example.com\n');
});

test('a package checks for newer versions at the given URL with the given key', () => {
  const words = ['--updates', 'https://releases.example.com/stable/', '--release-key', 'key.pem'];
  expect(readPackageOptions(words, '/here').releases).toEqual({
    folder: new URL('https://releases.example.com/stable/'),
    key: 'key.pem',
    channel: 'stable',
  });
});

test('the app is built, taken from a file, or left out', () => {
  expect(readPackageOptions(['--app', 'a'], '/here').app).toEqual({ file: 'a' });
  expect(readPackageOptions(['--no-app'], '/here').app).toBeNull();
});

test('packages are for another architecture by its name in Debian, without the app or with a built one', () => {
  const other = thisArchitecture === 'x64' ? 'arm64' : 'x64';
  const arch = ['--arch', ARCHITECTURES[other].debian];
  for (const app of [['--no-app'], ['--app', 'a']])
    expect(readPackageOptions([...arch, ...app], '/here').architecture).toBe(other);
  expect(() => readPackageOptions(arch, '/here')).toThrow('The app is built for this architecture only');
});

test.each([
  [['--arch', 'aarch64'], '--arch must be amd64 or arm64'],
  [['--app', 'a', '--no-app'], 'do not go together'],
  [['--updates', 'http://releases.example.com/'], '--updates must be'],
  [['--updates', 'https://releases.example.com/stable'], '--updates must be'],
  [['--updates', 'https://releases.example.com/'], '--release-key'],
  [['--release-key', 'key.pem'], '--updates must be'],
  [['--api', 'http://api.example.com'], '--api must be'],
  [['--api', 'nonsense'], '--api must be'],
  [['--ap', 'x'], 'npm run package takes'],
  [['more'], 'npm run package takes'],
])('rejects %j', (words, why) => {
  expect(() => readPackageOptions(words, '/here')).toThrow(why);
});
