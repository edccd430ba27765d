import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@comet/foundation';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { keysCommand, openKeys } from '../../src/features/keys/index.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { createKeys, finishKeys } from '../../src/platform/keys/key-folder.ts';
import { createMigratedDatabase } from '../fixture/migrated-database.ts';

/** Creates a folder with all keys of an installation. */
export async function makeKeyFolder(folder: string): Promise<void> {
  await createKeys(folder, 'another', systemClock.now());
  await finishKeys(folder);
}

interface KeysDatabase {
  readonly db: Database;
  drop(): Promise<void>;
}

/** Creates a migrated database without keys. */
export async function createKeysDatabase(): Promise<KeysDatabase> {
  const database = await createMigratedDatabase();
  const db = openDatabase(database.url, { connections: 4, onError: () => undefined });
  return {
    db,
    async drop() {
      await db.destroy();
      await database.drop();
    },
  };
}

/** A database without keys and a path without key files for each test; registers hooks in the file. */
export function useKeysFixture() {
  let parent = '';
  let database: KeysDatabase;
  let db: Database;
  let folder = '';
  let foreign = '';
  let folders = 0;
  const logged: string[] = [];
  const log = { warn: (_facts: unknown, words?: string) => void logged.push(words ?? '') };
  const clock = systemClock;
  const ops = (words: string, from = folder, on = db) =>
    keysCommand({ db: on, clock, log, folder: from, operator: 'olga' }, words.split(' '));
  const newFolder = () => join(parent, `keys-${++folders}`);

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'comet-api-keys-'));
    foreign = newFolder();
    await makeKeyFolder(foreign);
    database = await createKeysDatabase();
    ({ db } = database);
  });
  afterAll(async () => {
    await database.drop();
    await rm(parent, { recursive: true });
  });
  beforeEach(async () => {
    // All tables that the commands and starts of these tests write.
    await db.deleteFrom('keyFingerprints').execute();
    await db.deleteFrom('operatorActions').execute();
    folder = newFolder();
    logged.length = 0;
  });

  return {
    get db() {
      return db;
    },
    get folder() {
      return folder;
    },
    /** A folder with the keys of another installation. */
    get foreign() {
      return foreign;
    },
    /** The log lines of starts. */
    logged,
    /** The path of a folder that does not exist yet. */
    newFolder,
    async copyOf(original: string): Promise<string> {
      const copy = newFolder();
      await cp(original, copy, { recursive: true });
      return copy;
    },
    /** Opens the keys as a start does. */
    start: (from = folder, on = db) => openKeys({ db: on, clock, log, folder: from }),
    /** Runs `comet-ops keys …`. */
    ops,
    /** Runs a command whose process ends between the files and the database: its transaction is not committed. */
    async interrupted(command: string): Promise<void> {
      await sql`create function end_here() returns trigger language plpgsql
        as 'begin raise exception ''ended here''; end'`.execute(db);
      await sql`create trigger end_here before insert on operator_actions execute function end_here()`.execute(
        db,
      );
      await expect(ops(command)).rejects.toThrow('ended here');
      await sql`drop function end_here() cascade`.execute(db);
    },
    async recorded(): Promise<ReadonlyMap<string, string>> {
      const rows = await db.selectFrom('keyFingerprints').select(['file', 'fingerprint']).execute();
      return new Map(rows.map(({ file, fingerprint }) => [file, fingerprint]));
    },
  };
}
