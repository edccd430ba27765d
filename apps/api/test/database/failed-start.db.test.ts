import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '@comet/testing';
import { systemClock } from '@comet/foundation';
import { silentLog } from '@comet/foundation/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKeys } from '../../src/features/keys/index.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { createMigratedDatabase } from '../fixture/migrated-database.ts';
import { makeKeyFolder } from '../gateways/keys-fixture.ts';
import { runProgram, withClockAhead } from './run-program.ts';

let database: TestDatabase;
let taken: Server;
let folder: string;
let keys: string;
beforeAll(async () => {
  database = await createMigratedDatabase();
  const db = openDatabase(database.url, { connections: 1, onError: () => undefined });
  folder = await mkdtemp(join(tmpdir(), 'comet-api-keys-'));
  keys = join(folder, 'keys');
  await makeKeyFolder(keys);
  await makeKeyFolder(join(folder, 'others'));
  await openKeys({ db, clock: systemClock, log: silentLog, folder: keys });
  await db.destroy();
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterAll(async () => {
  taken.close();
  await rm(folder, { recursive: true });
  await database.drop();
});

const start = (environment: Readonly<Record<string, string>>) =>
  runProgram(['serve'], { DATABASE_URL: database.url, KEYS_DIR: keys, PORT: '0', ...environment });

const port = () => String((taken.address() as AddressInfo).port);
const apple = { APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 'b', APPLE_KEY_ID: 'c' };

// One start for each stage that may fail. Refused values of variables and refused keys are tested without a process.
test.each([
  ['its port is taken', () => ({ PORT: port() }), /is in use: choose another with PORT$/],
  [
    "the console's port is taken",
    () => ({ CONSOLE_URL: 'https://desk.example', CONSOLE_PORT: port() }),
    /is in use: choose another with CONSOLE_PORT$/,
  ],
  [
    "the mail intake's port is taken",
    () => ({ REPLY_MAIL: 'replies@comet.example', MAIL_INTAKE_PORT: port() }),
    /is in use: choose another with MAIL_INTAKE_PORT$/,
  ],
  [
    'TRUSTED_PROXIES is not a list of addresses',
    () => ({ TRUSTED_PROXIES: 'proxy.example' }),
    /TRUSTED_PROXIES/,
  ],
  ["Apple's key is no key", () => ({ ...apple, APPLE_PRIVATE_KEY: 'a key' }), /APPLE_PRIVATE_KEY is not/],
  [
    'KEYS_DIR holds the keys of another installation',
    () => ({ KEYS_DIR: join(folder, 'others') }),
    /others don’t match this database: restore the folder from its backup/,
  ],
  [
    'the clock is a day ahead',
    () => withClockAhead(24 * 3600_000),
    /This computer's clock is 864\d\d s ahead of the database's: sync both by NTP/,
  ],
  [
    'there is no database',
    () => ({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }),
    /The database at DATABASE_URL isn’t responding: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  ],
  [
    'HOST is an address of another machine',
    () => ({ HOST: '192.0.2.1' }),
    /\[address\]:0 isn’t an IP address of this computer: choose another with HOST$/,
  ],
])(
  'a failed start exits with one sentence if %s',
  async (_case, environment, sentence) => {
    const { stderr, code } = await start(environment());
    expect(code).toBe(1);
    const lines = stderr
      .trim()
      .split('\n')
      .filter((line) => line.includes('"level":"fatal"'))
      .map((line) => (JSON.parse(line) as { readonly event: string }).event);
    expect(lines).toEqual([expect.stringMatching(sentence)]);
  },
  120_000,
);
