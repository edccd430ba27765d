import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@comet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyFiles } from '../../src/platform/keys/keys.ts';
import { readKeyFolder } from '../../src/platform/keys/key-folder.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';
import { makeKeyFolder, useKeysFixture } from './keys-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';

const fixture = useKeysFixture();
const { start, ops, recorded, newFolder, copyOf, logged } = fixture;

describe('a database with recorded keys', () => {
  test('refuses an empty folder, which stays empty', async () => {
    await ops('init');
    const empty = newFolder();
    await expect(start(empty)).rejects.toThrow(
      `${empty} holds no keys, and this database is used with keys: restore the folder from its backup, or name the right one in KEYS_DIR`,
    );
    await expect(readdir(empty)).rejects.toThrow('ENOENT');
  });

  test('refuses the keys of another installation: a replica with its own folder does not start', async () => {
    await ops('init');
    await expect(start(fixture.foreign)).rejects.toThrow(
      `The keys in ${fixture.foreign} don’t match this database`,
    );
  });

  test('refuses a missing, foreign or damaged key, and accepts its own keys again', async () => {
    await ops('init');
    for (const file of keyFiles) {
      const path = join(fixture.folder, file);
      const own = await readFile(path, 'utf8');
      await rm(path);
      await expect(start()).rejects.toThrow(
        `${fixture.folder} lacks ${file}: restore the folder from its backup`,
      );
      await cp(join(fixture.foreign, file), path);
      await expect(start()).rejects.toThrow(
        `${fixture.folder} holds another ${file} than this database is used`,
      );
      await writeFile(path, own.slice(0, 30));
      await expect(start()).rejects.toThrow(`${file} in ${fixture.folder} is damaged`);
      await writeFile(path, own);
    }
    await start();
  });

  test('reports which key is wrong', async () => {
    await ops('init');
    await cp(join(fixture.foreign, 'pepper.key'), join(fixture.folder, 'pepper.key'));
    await rm(join(fixture.folder, 'feed.pem'));
    const shown = await ops('show');
    expect(shown).toMatch(/^seal\.key +[0-9a-f]{32} +in use$/m);
    expect(shown).toMatch(/^pepper\.key +[0-9a-f]{32} +different$/m);
    expect(shown).toMatch(/^feed\.pem +[0-9a-f]{32} +missing$/m);
    await expect(ops('check')).rejects.toThrow('lacks feed.pem');
  });
});

describe('a database without fingerprints', () => {
  test('registers the keys of the folder once, reports it, and rejects others afterwards', async () => {
    await makeKeyFolder(fixture.folder);
    await start();
    await start();
    expect(logged).toHaveLength(1);
    expect((await recorded()).size).toBe(keyFiles.length);
    await expect(start(fixture.foreign)).rejects.toThrow('don’t match this database');
  });

  test('records the keys of one of two replicas that start together, each with its own folder', async () => {
    await makeKeyFolder(fixture.folder);
    const outcomes = await Promise.allSettled([start(fixture.folder), start(fixture.foreign)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('refuses an incomplete folder', async () => {
    await makeKeyFolder(fixture.folder);
    await rm(join(fixture.folder, 'support.key'));
    await expect(start()).rejects.toThrow('lacks support.key');
    expect((await recorded()).size).toBe(0);
  });
});

describe('a database with data but without fingerprints', () => {
  let under: ApiUnderTest;
  beforeAll(async () => {
    under = await startApi();
    const user = await makePaidUser(under);
    await makeGateway(under);
    await under.call(api.showOpenvpnCredentials, {}, user);
  });
  beforeEach(() => under.dependencies.db.deleteFrom('keyFingerprints').execute());
  afterAll(() => under.stop());
  const startThere = (from: string) => start(from, under.dependencies.db);
  const opsThere = (words: string, from: string) => ops(words, from, under.dependencies.db);

  test('accepts the keys with which its secrets were created', async () => {
    await startThere(under.dependencies.settings.keysFolder);
    expect(logged).toHaveLength(1);
  });

  test.each(['seal.key', 'subjects.key', 'openvpn.key'])('refuses another %s', async (file) => {
    const copy = await copyOf(under.dependencies.settings.keysFolder);
    await cp(join(fixture.foreign, file), join(copy, file));
    await expect(startThere(copy)).rejects.toThrow(`${copy} holds another ${file} than this database`);
    expect(await under.dependencies.db.selectFrom('keyFingerprints').execute()).toEqual([]);
  });

  test('creates no keys in an empty folder, neither at a start nor by keys init', async () => {
    await expect(startThere(fixture.folder)).rejects.toThrow(
      'holds no keys, and this database is used with keys',
    );
    await expect(opsThere('init', fixture.folder)).rejects.toThrow('This database already has keys');
    expect((await readKeyFolder(fixture.folder)).size).toBe(0);
  });

  test('creates a key that no backup has, if the remaining ones match', async () => {
    const copy = await copyOf(under.dependencies.settings.keysFolder);
    await rm(join(copy, 'pepper.key'));
    const other = await copyOf(fixture.foreign);
    await rm(join(other, 'pepper.key'));
    await expect(opsThere('replace-lost', other)).rejects.toThrow('holds another');
    expect((await readKeyFolder(other)).has('pepper.key')).toBe(false);
    expect(await opsThere('replace-lost', copy)).toContain('Created pepper.key again');
    await startThere(copy);
    await expect(startThere(under.dependencies.settings.keysFolder)).rejects.toThrow(
      'holds another pepper.key',
    );
  });
});

test('reports a database of the previous release', async () => {
  await makeKeyFolder(fixture.folder);
  const rename = (from: string, to: string) => fixture.db.schema.alterTable(from).renameTo(to).execute();
  await rename('key_fingerprints', 'away');
  await expect(start()).rejects.toThrow('run migrate first');
  await rename('away', 'key_fingerprints');
});
