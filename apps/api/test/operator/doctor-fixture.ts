import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@comet/foundation';
import { startSandbox } from '@comet/sandbox';
import { createDatabase } from '@comet/testing';
import { silentLog } from '@comet/foundation/log';
import { examine } from '../../src/doctor/index.ts';
import type { Finding } from '../../src/doctor/finding.ts';
import type { Probe } from '../../src/doctor/probe.ts';
import { openKeys } from '../../src/features/keys/index.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { recordOperatorAction } from '../../src/features/operator-commands/index.ts';
import { createMigratedDatabase } from '../fixture/migrated-database.ts';
import { makeKeyFolder } from '../gateways/keys-fixture.ts';

const publicUrl = 'https://api.acme.org';

/** An installation with sandbox providers whose settings are all right. */
export async function healthyInstallation() {
  const database = await createMigratedDatabase();
  const empty = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'comet-doctor-'));
  const keys = join(folder, 'keys');
  await makeKeyFolder(keys);
  const db = openDatabase(database.url, { connections: 1, onError: () => undefined });
  await openKeys({ db, clock: systemClock, log: silentLog, folder: keys });
  await db.transaction().execute((trx) =>
    recordOperatorAction(trx, {
      ...{ operator: 'postgres', action: 'check_backup', now: new Date() },
      details: { reason: null, label: '20261128-030000F', stoppedAt: new Date() },
    }),
  );
  await db.destroy();
  const paddle = {
    apiKey: 'pdl_key',
    webhookUrl: `${publicUrl}/api/v1/webhooks/paddle`,
    webhookSecret: 'ntfset_1',
  };
  const sandbox = await startSandbox({
    ...{ host: '127.0.0.1', port: 0, smtpPort: 0, stateFile: null, paddle },
    coingate: { apiToken: 'coins' },
  });
  const broken: Server = createServer((_request, response) => response.writeHead(500).end('<html>')).listen(
    0,
    '127.0.0.1',
  );
  await once(broken, 'listening');
  const variables = {
    DATABASE_URL: database.url,
    KEYS_DIR: keys,
    ATTACHMENTS_DIR: join(folder, 'attachments'),
    PUBLIC_URL: publicUrl,
    DASHBOARD_URL: 'https://dash.acme.org',
    SITE_URL: 'https://acme.org',
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    MAIL_FROM: 'Acme VPN <hello@mail.acme.org>',
    DKIM_SELECTOR: 's1',
    PADDLE_API_URL: `${sandbox.url}/paddle`,
    PADDLE_API_KEY: 'pdl_key',
    PADDLE_WEBHOOK_SECRET: 'ntfset_0 ntfset_1',
    COINGATE_API_URL: `${sandbox.url}/coingate/v2`,
    COINGATE_API_TOKEN: 'coins',
  };
  const { port: brokenPort } = broken.address() as AddressInfo;
  return {
    databaseUrl: database.url,
    emptyDatabaseUrl: empty.url,
    /** Of a server that responds with status 500. */
    brokenPort,
    check: (more: Readonly<Record<string, string>> = {}, probe: Partial<Probe> = {}) =>
      examine(
        { ...variables, ...more },
        { probe: { ...healthy, ...probe }, clock: systemClock, log: silentLog },
      ),
    async close() {
      broken.close();
      await sandbox.close();
      await rm(folder, { recursive: true });
      await database.drop();
      await empty.drop();
    },
  };
}

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000);
export const records: Readonly<Record<string, readonly string[]>> = {
  'mail.acme.org': ['v=spf1 mx -all', 'another text'],
  's1._domainkey.mail.acme.org': ['v=DKIM1; k=ed25519; p=MCowBQ'],
  '_dmarc.acme.org': ['v=DMARC1; p=reject'],
};
/** A response with what every check looks for. */
export const healthyPage = { status: 200, text: '<h1>Terms</h1> comet_api_ready 1' };
const healthy: Probe = {
  txt: (name) => Promise.resolve(records[name] ?? []),
  certificateEnd: () => Promise.resolve(inDays(80)),
  page: () => Promise.resolve(healthyPage),
  post: () => Promise.resolve({ status: 400, text: '{"error":{"code":"signature_invalid"}}' }),
  isClockSynchronised: () => Promise.resolve(true),
  archiver: () => Promise.resolve({ isOn: true, lastArchivedAt: new Date(), lastFailedAt: null }),
  space: () => Promise.resolve({ free: 50e9, total: 100e9 }),
};
/** The findings that are not ok, as lines. */
export const problemsIn = (findings: readonly Finding[]) =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ state, part, found }) => `${state} ${part}: ${found}`);
export const development = 'warn settings: this is an installation for development';
