import { chmod, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readKeyFolder } from '../../src/platform/keys/key-folder.ts';
import { useKeysFixture } from './keys-fixture.ts';

const fixture = useKeysFixture();
const { ops, start, newFolder, copyOf } = fixture;

/** Paths of a bundle and a passphrase for each test. */
let bundle = '';
let secret = '';

beforeEach(async () => {
  await ops('init');
  [bundle, secret] = [`${newFolder()}.bundle`, `${newFolder()}.passphrase`];
  await writeFile(secret, 'correct horse battery staple\n', { mode: 0o600 });
});

const exported = () => ops(`export ${bundle} --passphrase ${secret}`);
const imported = (into: string) => ops(`import ${bundle} --passphrase ${secret}`, into);
const keysIn = readKeyFolder;

test('a replica with an empty folder gets the keys of another, and starts with them', async () => {
  await exported();
  const replica = newFolder();
  expect(await imported(replica)).toContain('Created 14 keys');
  expect(await keysIn(replica)).toEqual(await keysIn(fixture.folder));
  expect((await readdir(replica)).toSorted()).toEqual((await readdir(fixture.folder)).toSorted());
  expect((await stat(join(replica, 'seal.key'))).mode & 0o777).toBe(0o600);
  await start(replica);
  expect(await imported(replica)).toContain('nothing was changed');
});

test('the bundle is readable by its owner only, and the export is recorded', async () => {
  await exported();
  expect((await stat(bundle)).mode & 0o777).toBe(0o600);
  const text = await readFile(bundle, 'utf8');
  for (const key of (await keysIn(fixture.folder)).values()) expect(text).not.toContain(key.trim());
  const actions = await fixture.db.selectFrom('operatorActions').select('action').execute();
  expect(actions.map(({ action }) => action)).toEqual(['init_keys', 'export_keys']);
});

describe('a rotation', () => {
  test('reaches another replica by a bundle, also after an import that was interrupted', async () => {
    const replica = await copyOf(fixture.folder);
    expect(await ops(`rotate feed --export ${bundle} --passphrase ${secret}`)).toContain('keys import');
    await expect(start(replica)).rejects.toThrow('holds another feed.pem');
    // Interrupted after the first of the two files.
    await cp(join(fixture.folder, 'feed.pem'), join(replica, 'feed.pem'));
    expect(await imported(replica)).toContain('Replaced the rotated keys');
    expect(await keysIn(replica)).toEqual(await keysIn(fixture.folder));
    await start(replica);
  });

  test('changes nothing without a passphrase, and for a bundle that exists', async () => {
    const before = await keysIn(fixture.folder);
    await expect(ops(`rotate feed --export ${bundle}`)).rejects.toThrow('--passphrase FILE');
    await writeFile(bundle, 'a file');
    await expect(ops(`rotate feed --export ${bundle} --passphrase ${secret}`)).rejects.toThrow(
      'exists already',
    );
    expect(await keysIn(fixture.folder)).toEqual(before);
  });

  test('makes earlier bundles invalid for this database', async () => {
    await exported();
    await ops('rotate feed');
    const replica = newFolder();
    await expect(imported(replica)).rejects.toThrow(/holds another feed\.pem, feed-next\.pem/);
    await expect(readdir(replica)).rejects.toThrow('ENOENT');
  });
});

describe('an import refuses', () => {
  test('a wrong passphrase and a truncated file, and creates nothing', async () => {
    await exported();
    const replica = newFolder();
    await writeFile(secret, 'another passphrase, as long\n');
    await expect(imported(replica)).rejects.toThrow('The passphrase is wrong');
    const text = await readFile(bundle, 'utf8');
    await writeFile(bundle, text.slice(0, -100));
    await expect(imported(replica)).rejects.toThrow('truncated');
    await expect(readdir(replica)).rejects.toThrow('ENOENT');
  });

  test('to replace existing keys', async () => {
    await exported();
    const foreign = await copyOf(fixture.foreign);
    const before = await keysIn(foreign);
    await expect(imported(foreign)).rejects.toThrow('holds another ticket.pem, ');
    expect(await keysIn(foreign)).toEqual(before);
    const partial = await copyOf(fixture.folder);
    await rm(join(partial, 'seal.key'));
    await expect(imported(partial)).rejects.toThrow('holds another seal.key than the bundle');
  });

  test('the keys of another database', async () => {
    await exported();
    await fixture.db.deleteFrom('keyFingerprints').execute();
    const other = newFolder();
    await cp(fixture.foreign, other, { recursive: true });
    await start(other);
    await expect(imported(newFolder())).rejects.toThrow('don’t match this database');
  });
});

describe('an export refuses', () => {
  test('an existing file', async () => {
    await exported();
    const before = await readFile(bundle, 'utf8');
    await expect(exported()).rejects.toThrow(`${bundle} exists already`);
    expect(await readFile(bundle, 'utf8')).toBe(before);
  });

  test('an incomplete folder, and the keys of another database', async () => {
    await expect(ops(`export ${bundle} --passphrase ${secret}`, fixture.foreign)).rejects.toThrow(
      'don’t match this database',
    );
    await rm(join(fixture.folder, 'seal.key'));
    await expect(exported()).rejects.toThrow('lacks seal.key');
    await expect(stat(bundle)).rejects.toThrow('ENOENT');
  });

  test('no passphrase, a short one, and one that others may read', async () => {
    await expect(ops(`export ${bundle}`)).rejects.toThrow('--passphrase FILE');
    await writeFile(secret, 'fifteen letters\n');
    await expect(exported()).rejects.toThrow('fewer than 16');
    await writeFile(secret, 'correct horse battery staple\n');
    await chmod(secret, 0o644);
    await expect(exported()).rejects.toThrow('open to other users');
    await expect(stat(bundle)).rejects.toThrow('ENOENT');
  });
});
