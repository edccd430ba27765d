import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@comet/foundation';
import { silentLog } from '@comet/foundation/log';
import { expect, test, vi } from 'vitest';
import { openKeys } from '../../src/features/keys/index.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { createMigratedDatabase } from '../fixture/migrated-database.ts';
import { makeKeyFolder } from '../gateways/keys-fixture.ts';

/** A server that holds a port, and the port. */
async function listening() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

test('work schedules the jobs and serves the console, and leaves the API’s port free', async () => {
  const database = await createMigratedDatabase();
  const db = openDatabase(database.url, { connections: 1, onError: () => undefined });
  const folder = await mkdtemp(join(tmpdir(), 'comet-api-keys-'));
  const api = await listening();
  const free = await listening();
  free.server.close();
  const keys = join(folder, 'keys');
  await makeKeyFolder(keys);
  await openKeys({ db, clock: systemClock, log: silentLog, folder: keys });
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts'), 'work'], {
    env: {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      KEYS_DIR: keys,
      PORT: String(api.port),
      CONSOLE_URL: 'https://console.acme.org',
      CONSOLE_PORT: String(free.port),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await vi.waitFor(
      async () => {
        expect((await fetch(`http://127.0.0.1:${free.port}/ops/console.css`)).status).toBe(200);
        const schedules = (await db
          .selectFrom('pgboss.schedule' as never)
          .selectAll()
          .execute()) as {
          readonly name: string;
        }[];
        expect(schedules.map(({ name }) => name)).toContain('expire-subscriptions');
      },
      { timeout: 60_000, interval: 100 },
    );
  } finally {
    child.kill('SIGKILL');
    await ended;
    api.server.close();
    await db.destroy();
    await rm(folder, { recursive: true });
    await database.drop();
  }
}, 120_000);
