import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addKeys, createKeys, finishKeys, readKeyFolder, readUnfinishedKeys } from './key-folder.ts';
import { readKeys, fingerprintOf, keyFiles, makeKey } from './keys.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const parent = await mkdtemp(join(tmpdir(), 'comet-keys-'));
afterAll(() => rm(parent, { recursive: true }));

let count = 0;
/** The path of a folder that does not exist yet. */
const newFolder = () => join(parent, `keys-${++count}`);

async function fullFolder(): Promise<string> {
  const folder = newFolder();
  await createKeys(folder, 'one', now);
  await finishKeys(folder);
  return folder;
}

test('creates every key, readable by the owner only', async () => {
  const folder = newFolder();
  const made = await createKeys(folder, 'one', now);
  await finishKeys(folder);
  expect((await readdir(folder)).toSorted()).toEqual([...keyFiles].toSorted());
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const file of keyFiles) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  expect(await readKeyFolder(folder)).toEqual(made);
  expect(readKeys(made, 0).seal).toHaveLength(32);
  expect(new Set(keyFiles.map((file) => fingerprintOf(file, made.get(file) ?? ''))).size).toBe(
    keyFiles.length,
  );
});

test('never replaces an existing key', async () => {
  const folder = await fullFolder();
  const before = await readKeyFolder(folder);
  await expect(createKeys(folder, 'one', now)).rejects.toThrow('holds keys already');
  await rm(join(folder, 'seal.key'));
  await expect(createKeys(folder, 'one', now)).rejects.toThrow('holds keys already');
  expect(await readKeyFolder(folder)).toEqual(new Map([...before].filter(([file]) => file !== 'seal.key')));
});

test('restarts a creation that was interrupted before the first key was in place', async () => {
  const folder = newFolder();
  await mkdir(join(folder, '.new'), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, '.new', 'seal.key'), 'half a k', { mode: 0o600 });
  expect([...(await createKeys(folder, 'one', now)).keys()]).toEqual(keyFiles);
});

test.each([0, 5, keyFiles.length - 1])(
  'completes a creation that was interrupted with %i missing keys, with the same keys',
  async (missing) => {
    const folder = newFolder();
    const made = await createKeys(folder, 'one', now);
    for (const file of keyFiles.slice(keyFiles.length - missing)) await rm(join(folder, file));
    expect(await createKeys(folder, 'one', now)).toEqual(made);
    await finishKeys(folder);
    expect(await readdir(folder)).not.toContain('.new');
    await expect(createKeys(folder, 'one', now)).rejects.toThrow('holds keys already');
  },
);

test('does not complete an interrupted creation for another database', async () => {
  const folder = newFolder();
  const made = await createKeys(folder, 'one', now);
  await expect(createKeys(folder, 'another', now)).rejects.toThrow('holds keys already');
  expect(await createKeys(folder, 'one', now)).toEqual(made);
});

test('adds keys to existing ones and never replaces a different one', async () => {
  const folder = await fullFolder();
  const lost = ['seal.key', 'pepper.key'] as const;
  for (const file of lost) await rm(join(folder, file));
  const made = new Map([
    ['seal.key', await makeKey('seal.key', now)],
    ['pepper.key', await makeKey('pepper.key', now)],
  ] as const);
  await writeFile(join(folder, 'pepper.key'), 'another', { mode: 0o600 });
  await expect(addKeys(folder, 'one', made)).rejects.toThrow('EEXIST');
  // Keys that were placed before are recognised as unfinished; a file from another process is not.
  expect([...(await readUnfinishedKeys(folder, 'one'))]).toEqual([['seal.key', made.get('seal.key')]]);
  await rm(join(folder, 'pepper.key'));
  await addKeys(folder, 'one', made);
  expect((await readKeyFolder(folder)).get('pepper.key')).toBe(made.get('pepper.key'));
  await finishKeys(folder);
  expect((await readUnfinishedKeys(folder, 'one')).size).toBe(0);
});

test.each([
  ['a group-readable key', 'seal.key', 0o640],
  ['a world-readable key', 'ticket.pem', 0o604],
  ['a world-writable folder', '.', 0o777],
])('refuses %s', async (_case, name, mode) => {
  const folder = await fullFolder();
  await chmod(join(folder, name), mode);
  // Files of root may be readable by the service's group.
  const isAllowed = mode === 0o640 && process.getuid?.() === 0;
  if (isAllowed) expect((await readKeyFolder(folder)).size).toBe(keyFiles.length);
  else
    await expect(readKeyFolder(folder)).rejects.toThrow(
      /is open to other users \(mode \d+\): set it with chmod/,
    );
});

test('refuses an unreadable file and reports its name', async () => {
  const folder = await fullFolder();
  await rm(join(folder, 'seal.key'));
  await mkdir(join(folder, 'seal.key'), { mode: 0o700 });
  await expect(readKeyFolder(folder)).rejects.toThrow(/seal\.key cannot be read \(EISDIR\)/);
});

test('a damaged key has no fingerprint', async () => {
  const made = await createKeys(newFolder(), 'one', now);
  const of = (file: (typeof keyFiles)[number]) => made.get(file) ?? '';
  expect(() => fingerprintOf('seal.key', '')).toThrow('32 bytes');
  expect(() => fingerprintOf('seal.key', of('seal.key').slice(1))).toThrow('32 bytes');
  expect(() => fingerprintOf('ticket.pem', of('ticket.pem').slice(0, 60))).toThrow('unsupported');
  // The certificate of one authority with the key of another.
  const [certificate = ''] = of('authority.pem').split('-----BEGIN PRIVATE KEY-----');
  const [, key = ''] = of('authority-next.pem').split('-----BEGIN PRIVATE KEY-----');
  expect(() => fingerprintOf('authority.pem', `${certificate}-----BEGIN PRIVATE KEY-----${key}`)).toThrow(
    'another key',
  );
});

test('a fingerprint does not contain the secret', async () => {
  const folder = await fullFolder();
  const text = await readFile(join(folder, 'pepper.key'), 'utf8');
  const fingerprint = fingerprintOf('pepper.key', text);
  expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
  expect(Buffer.from(text, 'base64url').toString('hex')).not.toContain(fingerprint.slice(0, 8));
});
