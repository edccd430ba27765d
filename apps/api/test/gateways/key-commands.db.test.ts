import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyFiles } from '../../src/platform/keys/keys.ts';
import { readKeyFolder } from '../../src/platform/keys/key-folder.ts';
import { makeKeyFolder, useKeysFixture } from './keys-fixture.ts';

const fixture = useKeysFixture();
const { start, ops, interrupted, recorded, newFolder, copyOf, logged } = fixture;

describe('keys init', () => {
  test('creates the keys, records their fingerprints and an audit entry, and the API starts with them', async () => {
    await expect(start()).rejects.toThrow(
      `${fixture.folder} holds no keys: create them once with the command keys init`,
    );
    expect(await ops('init')).toContain(`Created ${keyFiles.length} keys in ${fixture.folder}`);
    expect([...(await recorded()).keys()].toSorted()).toEqual([...keyFiles].toSorted());
    const { seal } = await start();
    expect(Buffer.from(seal).toString('base64url')).toBe(
      await readFile(join(fixture.folder, 'seal.key'), 'utf8'),
    );
    expect(logged).toEqual([]);
    const { action, operator } = await fixture.db
      .selectFrom('operatorActions')
      .select(['action', 'operator'])
      .executeTakeFirstOrThrow();
    expect({ action, operator }).toEqual({ action: 'init_keys', operator: 'olga' });
  });

  test('refuses a second run, in the same folder and in another', async () => {
    await ops('init');
    const before = await readKeyFolder(fixture.folder);
    const other = newFolder();
    await expect(ops('init')).rejects.toThrow('This database already has keys');
    await expect(ops('init', other)).rejects.toThrow('This database already has keys');
    expect(await readKeyFolder(fixture.folder)).toEqual(before);
    expect((await readKeyFolder(other)).size).toBe(0);
  });

  test('refuses a folder with earlier keys', async () => {
    await makeKeyFolder(fixture.folder);
    await expect(ops('init')).rejects.toThrow('holds keys already');
    expect((await recorded()).size).toBe(0);
  });

  test('creates keys once in concurrent runs, in one folder or several', async () => {
    const there = [fixture.folder, fixture.folder, newFolder(), newFolder()];
    const outcomes = await Promise.allSettled(there.map((each) => ops('init', each)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const sizes = await Promise.all(
      [...new Set(there)].map(async (each) => (await readKeyFolder(each)).size),
    );
    expect(sizes.toSorted((one, other) => other - one)).toEqual([keyFiles.length, 0, 0]);
    const winner = there[outcomes.findIndex(({ status }) => status === 'fulfilled')];
    await start(winner);
  });
});

describe('repeating a command that was interrupted between the files and the database completes it', () => {
  test('keys init, with the keys that it created', async () => {
    await interrupted('init');
    const made = await readKeyFolder(fixture.folder);
    expect(made.size).toBe(keyFiles.length);
    expect((await recorded()).size).toBe(0);
    expect(await ops('init')).toContain(`Created ${keyFiles.length} keys`);
    expect(await readKeyFolder(fixture.folder)).toEqual(made);
    expect(await readdir(fixture.folder)).not.toContain('.new');
    await start();
    await expect(ops('init')).rejects.toThrow(`in ${fixture.folder}: nothing was created`);
  });

  test('keys replace-lost, with the keys that it created, and those that were lost since', async () => {
    await ops('init');
    await rm(join(fixture.folder, 'seal.key'));
    await rm(join(fixture.folder, 'feed-next.pem'));
    await interrupted('replace-lost');
    const made = await readKeyFolder(fixture.folder);
    await rm(join(fixture.folder, 'pepper.key'));
    const done = await ops('replace-lost');
    for (const file of ['seal.key', 'feed-next.pem', 'pepper.key']) expect(done).toContain(file);
    const after = await readKeyFolder(fixture.folder);
    expect(keyFiles.filter((file) => made.get(file) !== after.get(file))).toEqual(['pepper.key']);
    expect(await readdir(fixture.folder)).not.toContain('.new');
    await start();
    await expect(ops('replace-lost')).rejects.toThrow('lacks no key');
  });

  test('keys rotate, with the key that it created', async () => {
    await ops('init');
    await interrupted('rotate ticket');
    const made = await readKeyFolder(fixture.folder);
    await ops('rotate ticket');
    expect(await readKeyFolder(fixture.folder)).toEqual(made);
    expect(await readdir(fixture.folder)).not.toContain('.new');
    await start();
  });
});

describe('keys rotate', () => {
  const kids = async () => {
    const { tickets } = await start();
    return [tickets.current.kid, tickets.next.kid];
  };

  test('makes the next key the current one, and the old folder is refused', async () => {
    await ops('init');
    const [, next] = await kids();
    const old = await copyOf(fixture.folder);
    expect(await ops('rotate ticket')).toContain('ticket.pem is now the key that was next');
    const [current, newNext] = await kids();
    expect(current).toBe(next);
    expect(newNext).not.toBe(next);
    await expect(start(old)).rejects.toThrow('holds another ticket.pem, ticket-next.pem');
  });

  test.each(['server-list', 'feed', 'authority'])('replaces only the key %s', async (name) => {
    await ops('init');
    const before = await recorded();
    await ops(`rotate ${name}`);
    const after = await recorded();
    expect(after.get(`${name}.pem`)).toBe(before.get(`${name}-next.pem`));
    const changed = keyFiles.filter((file) => before.get(file) !== after.get(file));
    expect(changed).toEqual([`${name}.pem`, `${name}-next.pem`]);
    await start();
  });

  test.each([
    [
      'the file was renamed by hand',
      () => rename(join(fixture.folder, 'ticket-next.pem'), join(fixture.folder, 'ticket.pem')),
    ],
    ['it ended before the database recorded it', () => ops('rotate ticket')],
  ])('completes a replacement where %s', async (_case, replaceFile) => {
    await ops('init');
    const [, next] = await kids();
    const saved = await fixture.db.selectFrom('keyFingerprints').selectAll().execute();
    await replaceFile();
    await fixture.db.deleteFrom('keyFingerprints').execute();
    await fixture.db.insertInto('keyFingerprints').values(saved).execute();
    await expect(start()).rejects.toThrow('run the command keys rotate ticket');
    await ops('rotate ticket');
    expect((await kids())[0]).toBe(next);
  });

  test('completes several replacements that an older copy of the database lacks', async () => {
    await ops('init');
    const saved = await fixture.db.selectFrom('keyFingerprints').selectAll().execute();
    await ops('rotate ticket');
    await ops('rotate feed');
    await fixture.db.deleteFrom('keyFingerprints').execute();
    await fixture.db.insertInto('keyFingerprints').values(saved).execute();
    await expect(start()).rejects.toThrow('run the command keys rotate');
    await ops('rotate ticket');
    await start();
  });

  test('refuses a key without a successor, and a folder with other keys', async () => {
    await ops('init');
    await expect(ops('rotate pepper')).rejects.toThrow('Choose one of ticket, server-list, feed, authority');
    const other = await copyOf(fixture.foreign);
    const before = await readKeyFolder(other);
    await expect(ops('rotate ticket', other)).rejects.toThrow('don’t match this database');
    expect(await readKeyFolder(other)).toEqual(before);
  });
});

describe('keys replace-lost', () => {
  test('creates only the missing keys', async () => {
    await ops('init');
    const before = await recorded();
    await expect(ops('replace-lost')).rejects.toThrow('lacks no key');
    await rm(join(fixture.folder, 'seal.key'));
    await rm(join(fixture.folder, 'feed-next.pem'));
    await ops('replace-lost');
    const after = await recorded();
    expect(keyFiles.filter((file) => before.get(file) !== after.get(file))).toEqual([
      'feed-next.pem',
      'seal.key',
    ]);
    await start();
  });

  test('creates all keys if the whole folder is lost', async () => {
    await ops('init');
    await rm(fixture.folder, { recursive: true });
    await ops('replace-lost');
    await start();
  });

  test('refuses a new database, and a folder with keys of another installation', async () => {
    await expect(ops('replace-lost')).rejects.toThrow('keys init');
    await ops('init');
    const other = await copyOf(fixture.foreign);
    await rm(join(other, 'seal.key'));
    await expect(ops('replace-lost', other)).rejects.toThrow('holds another');
    expect((await readKeyFolder(other)).has('seal.key')).toBe(false);
  });
});
