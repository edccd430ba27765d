import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedLocations } from '../../src/features/locations/index.ts';
import { type Database, openDatabase, maxClockDrift } from '../../src/platform/database/database.ts';
import { createMigratedDatabase } from '../fixture/migrated-database.ts';
import { makeKeyFolder } from '../gateways/keys-fixture.ts';
import { runProgram, withClockAhead } from '../database/run-program.ts';

let database: TestDatabase;
let db: Database;
let folder: string;
let environment: Readonly<Record<string, string>>;
beforeAll(async () => {
  database = await createMigratedDatabase();
  db = openDatabase(database.url, { connections: 1, onError: () => undefined });
  await seedLocations(db);
  folder = await mkdtemp(join(tmpdir(), 'comet-api-keys-'));
  environment = {
    DATABASE_URL: database.url,
    KEYS_DIR: join(folder, 'keys'),
    CONSOLE_URL: 'https://desk.example',
  };
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

const ops = (command: string, more: Readonly<Record<string, string>> = {}) =>
  runProgram(command.split(' '), { ...environment, ...more });
const many = 120_000;

describe('keys', () => {
  test(
    'are created by one command; all other commands refuse an empty folder or other keys',
    async () => {
      const before = await ops('operators add olga');
      expect(before).toMatchObject({ code: 1, printed: '' });
      expect(before.stderr).toBe(
        `comet-api: ${environment['KEYS_DIR']} holds no keys: create them once with the command keys init\n`,
      );
      expect(await ops('keys init')).toMatchObject({ code: 0, stderr: '' });
      const others = join(folder, 'others');
      await makeKeyFolder(others);
      const [refused, added] = await Promise.all([
        ops('trust', { KEYS_DIR: others }),
        ops('operators add olga'),
      ]);
      expect(refused).toMatchObject({ code: 1, printed: '' });
      expect(refused.stderr).toMatch(
        /^comet-api: The keys in \S+others don’t match this database: [^\n]+\n$/,
      );
      expect(added).toMatchObject({ code: 0, stderr: '' });
    },
    many,
  );
});

test(
  'reports an unknown command, also without an environment',
  async () => {
    const refused = await runProgram(['plan', 'list'], {});
    expect(refused).toMatchObject({ code: 2, printed: '' });
    expect(refused.stderr).toMatch(/^comet-api: There is no command plan\n\ncomet-api COMMAND\n {2}serve /);
  },
  many,
);

test(
  'a command runs with the role of the operator with the name of the account; other accounts run every command',
  async () => {
    expect(await ops('operators add sofia --role support')).toMatchObject({ code: 0 });
    const [refused, read, root] = await Promise.all([
      ops('operators list', { SUDO_USER: 'sofia' }),
      ops('gateways list', { SUDO_USER: 'sofia' }),
      ops('operators list', { SUDO_USER: 'root' }),
    ]);
    expect(refused).toEqual({
      ...{ code: 1, printed: '' },
      stderr: 'comet-api: sofia has the role support, and operators needs the role admin\n',
    });
    expect([read.code, root.code]).toEqual([0, 0]);
    const audited = await db
      .selectFrom('operatorActions')
      .select(['operator', 'details'])
      .where('action', '=', 'operator_refused')
      .execute();
    expect(audited).toEqual([{ operator: 'sofia', details: { role: 'support', command: 'operators' } }]);
  },
  many,
);

describe('the clock of an operator’s machine', () => {
  test(
    'beyond the maximum drift, every command is refused like the API, except its help',
    async () => {
      const wrong = withClockAhead(-2 * maxClockDrift);
      const [changing, reading, help] = await Promise.all([
        ops('enrol-token nl-ams', wrong),
        ops('operators list', wrong),
        runProgram(['plans', '--help'], wrong),
      ]);
      for (const refused of [changing, reading])
        expect(refused).toEqual({
          code: 1,
          printed: '',
          stderr:
            "comet-api: This computer's clock is 20 s behind the database's: sync both by NTP, at most 10 s apart\n",
        });
      expect(help).toMatchObject({ code: 0, stderr: '' });
    },
    many,
  );

  test(
    'within the maximum drift, commands use the time of the database',
    async () => {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      expect(await ops('enrol-token nl-ams', withClockAhead(-0.95 * maxClockDrift))).toMatchObject({
        code: 0,
      });
      const { createdAt } = await db
        .selectFrom('enrolmentTokens')
        .select('createdAt')
        .executeTakeFirstOrThrow();
      expect(createdAt.getTime()).toBeGreaterThan(rows[0]?.now.getTime() ?? Infinity);
    },
    many,
  );
});
