import { chmod, cp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { keyFiles } from '../../src/platform/keys/keys.ts';
import { readKeyFolder } from '../../src/platform/keys/key-folder.ts';
import { createKeysDatabase, useKeysFixture } from './keys-fixture.ts';

const fixture = useKeysFixture();
const { start, ops, interrupted, newFolder, copyOf, logged } = fixture;

/** Runs `keys init`, whose process ends after the commit and before the copies of keys are removed. */
async function endedBeforeCleaning(): Promise<void> {
  await interrupted('init');
  const copies = newFolder();
  await cp(join(fixture.folder, '.new'), copies, { recursive: true });
  await ops('init');
  await rename(copies, join(fixture.folder, '.new'));
}

describe('copies of keys left by a command whose process ended after the database recorded them', () => {
  beforeEach(endedBeforeCleaning);

  test('are removed by a start', async () => {
    await start();
    expect((await readdir(fixture.folder)).toSorted()).toEqual([...keyFiles].toSorted());
    expect(logged).toEqual([]);
  });

  test.each([
    ['init', 'nothing was created'],
    ['replace-lost', 'lacks no key'],
  ])('are removed by keys %s, which is refused', async (command, reason) => {
    await expect(ops(command)).rejects.toThrow(reason);
    expect((await readdir(fixture.folder)).toSorted()).toEqual([...keyFiles].toSorted());
  });

  test.each([
    ['a key is missing', () => rm(join(fixture.folder, 'seal.key'))],
    ['the database has recorded another key', async () => ops('rotate feed', await copyOf(fixture.folder))],
  ])('stay where %s', async (_case, happen) => {
    await happen();
    await expect(ops('init')).rejects.toThrow('This database already has keys');
    expect(await readdir(fixture.folder)).toContain('.new');
  });

  test('do not prevent the start of a process that cannot remove them', async () => {
    await chmod(join(fixture.folder, '.new'), 0o777);
    await start();
    expect(logged).toEqual(['the copies of keys that a command left in .new could not be removed']);
  });

  test('are not used for an interrupted keys init of another database', async () => {
    const other = await createKeysDatabase();
    try {
      await expect(ops('init', fixture.folder, other.db)).rejects.toThrow('holds keys already');
      expect(await other.db.selectFrom('keyFingerprints').selectAll().execute()).toEqual([]);
    } finally {
      await other.drop();
    }
    await start();
  });
});

/** A database whose commits return only when `resume` is called. */
function slowToReturn(db: Database) {
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
  const slow = new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name, target);
      return () => ({
        async execute<T>(work: Parameters<ReturnType<Database['transaction']>['execute']>[0]): Promise<T> {
          const done = await target.transaction().execute(work);
          commit();
          await resumed;
          return done as T;
        },
      });
    },
  });
  return { slow, committed, resume };
}

test('a slow command does not remove the copies of a command that was interrupted meanwhile', async () => {
  await ops('init');
  const { slow, committed, resume } = slowToReturn(fixture.db);
  const rotation = ops('rotate ticket', fixture.folder, slow);
  await committed;
  await rm(join(fixture.folder, 'seal.key'));
  await interrupted('replace-lost');
  const made = await readKeyFolder(fixture.folder);
  resume();
  await rotation;
  expect(await ops('replace-lost')).toContain('Created seal.key again');
  expect(await readKeyFolder(fixture.folder)).toEqual(made);
  await start();
});
