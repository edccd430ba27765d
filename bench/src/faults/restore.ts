import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startSandbox } from '@comet/sandbox';
import { freePortBlock } from '@comet/stack';
import { makeSessions } from '../api/sessions.ts';
import { type ArchivedDatabase, startArchivedDatabase } from './archived-database.ts';
import { count, type Fault, seconds } from './fault.ts';
import { ledgerFigures, fulfilmentMs } from './leader-killed.ts';
import { compareLedger, purchase, query, waitUntilFulfilled } from './purchase.ts';

const execute = promisify(execFile);
const program = join(import.meta.dirname, '../../../apps/api/src/main.ts');

const buyers = { beforeBackup: 20, afterBackup: 8, afterSecond: 8 };
const readyMs = 120_000;

/** A control plane on a database that pgBackRest archives. It is restored to a second, after which customers paid. */
export const restore: Fault = {
  name: 'restore',
  title: 'restore of last night, and to a second',
  needsCluster: false,
  reduced: null,
  async measure({ log }) {
    const state = await mkdtemp(join(tmpdir(), 'comet-faults-restore-'));
    const database = await startArchivedDatabase(await freePortBlock());
    const port = await freePortBlock();
    const api = `http://127.0.0.1:${port}`;
    const secret = 'secret-of-the-benchmark';
    const sandbox = await startSandbox({
      ...{ host: '127.0.0.1', port: 0, smtpPort: 0, stateFile: null },
      paddle: { apiKey: 'key', webhookUrl: `${api}/api/v1/webhooks/paddle`, webhookSecret: secret },
    });
    const environment = environmentOf({ database, state, port, api, sandbox, secret });
    const run = async (...words: readonly string[]) => {
      const began = performance.now();
      const { stdout } = await execute(process.execPath, [program, ...words], { env: environment });
      return { ms: performance.now() - began, printed: stdout };
    };
    let serving: ChildProcess | null = null;
    const serve = async () => {
      serving = spawn(process.execPath, [program, 'serve'], { env: environment, stdio: 'ignore' });
      await untilReady(api);
    };
    const end = async () => {
      if (serving === null || serving.exitCode !== null) return;
      const ended = once(serving, 'exit');
      serving.kill('SIGTERM');
      await ended;
    };
    try {
      await run('migrate');
      await run('keys', 'init');
      await run('seed');
      await serve();
      const addresses = { api, sandbox: sandbox.url, database: database.url };
      const all = buyers.beforeBackup + buyers.afterBackup + buyers.afterSecond;
      const sessions = await makeSessions(database.url, all);
      const buy = async (from: number, amount: number) => {
        for (let index = from; index < from + amount; index += 10)
          await Promise.all(
            sessions.slice(index, Math.min(index + 10, from + amount)).map((one) => purchase(addresses, one)),
          );
        await waitUntilFulfilled(addresses, fulfilmentMs);
      };
      await buy(0, buyers.beforeBackup);
      const began = performance.now();
      await database.pgBackRest('--type=full', 'backup');
      const backedUp = performance.now() - began;
      await buy(buyers.beforeBackup, buyers.afterBackup);
      log('backed up, and further payments were taken');
      const lastNight = await run('backup', 'check', '--json');
      const compared = (JSON.parse(lastNight.printed) as { readonly compared: number }).compared;
      await sleep(2_000);
      const at = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString().replace('.000', '');
      await sleep(2_000);
      await buy(buyers.beforeBackup + buyers.afterBackup, buyers.afterSecond);
      const toSecond = await run('backup', 'check', '--at', at, '--json');
      const before = await compareLedger(addresses);

      await end();
      await database.stop();
      const outage = performance.now();
      await database.pgBackRest(
        '--delta',
        '--type=time',
        `--target=${at.replace('T', ' ').replace('Z', '+00')}`,
        '--target-action=promote',
        'restore',
      );
      await database.start();
      await untilWritable(database);
      const restored = performance.now() - outage;
      const missing = (await compareLedger(addresses)).lost;
      await run('reconcile', '--since', at);
      await serve();
      const ledger = await waitUntilFulfilled(addresses, fulfilmentMs);
      return [
        seconds('backup', backedUp),
        seconds('check of the last backup', lastNight.ms),
        count('figures compared, all equal', compared),
        seconds('check at a second', toSecond.ms),
        seconds('restore to that second', restored),
        seconds('serving again after', performance.now() - outage),
        count('payments before', before.taken),
        count('missing after the restore', missing, buyers.afterSecond),
        ...ledgerFigures(ledger),
      ];
    } finally {
      await end();
      await sandbox.close();
      await database.remove();
      await rm(state, { recursive: true, force: true });
    }
  },
};

function environmentOf(given: {
  readonly database: ArchivedDatabase;
  readonly state: string;
  readonly port: number;
  readonly api: string;
  readonly sandbox: { readonly url: string; readonly smtpPort: number };
  readonly secret: string;
}): NodeJS.ProcessEnv {
  const { database, state, port, api, sandbox, secret } = given;
  return {
    PATH: process.env['PATH'],
    ...database.environment,
    DATABASE_URL: database.url,
    KEYS_DIR: join(state, 'keys'),
    ...{ HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: String(port + 1) },
    ...{ MAIL_INTAKE_PORT: String(port + 2), CONSOLE_PORT: String(port + 3) },
    PUBLIC_URL: api,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    MAIL_FROM: 'Comet VPN <hello@comet.test>',
    PADDLE_API_URL: `${sandbox.url}/paddle`,
    PADDLE_API_KEY: 'key',
    PADDLE_WEBHOOK_SECRET: secret,
    LOG_LEVEL: 'error',
  };
}

async function untilReady(api: string): Promise<void> {
  const deadline = performance.now() + readyMs;
  for (;;) {
    const isReady = await fetch(`${api}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (performance.now() > deadline) throw new Error('The API did not become ready');
    await sleep(100);
  }
}

/** Waits until the log is replayed and the server accepts writes. */
async function untilWritable({ url }: ArchivedDatabase): Promise<void> {
  const deadline = performance.now() + readyMs;
  for (;;) {
    const [row] = await query<{ recovering: boolean }>(url, 'select pg_is_in_recovery() as recovering').catch(
      () => [],
    );
    if (row?.recovering === false) return;
    if (performance.now() > deadline) throw new Error('The restored database did not leave its recovery');
    await sleep(100);
  }
}
