import { createMetrics, exportProcess, listenForScrapes, type Metrics } from '@comet/observability';
import type { Traces } from '@comet/observability/traces';
import type { Log } from '@comet/foundation/log';
import { createApp } from './app.ts';
import { startBackground } from './background.ts';
import { createFeedReader, listenForChanges, startFeedTransport } from './features/gateways/index.ts';
import { openKeys } from './features/keys/index.ts';
import { openLedgerArchive } from './features/ledger-archive/index.ts';
import { exportCertificates, registerMetrics } from './features/monitoring/index.ts';
import { startUsageIntake } from './features/residential-data/index.ts';
import { isReplyAddress, receiveMail } from './features/support-tickets/index.ts';
import { createPasswords } from './features/users/index.ts';
import { compareFirst, open, openReads, reportTo } from './open-database.ts';
import { openOperatorConsole } from './open-operator-console.ts';
import { openBlobStore } from './platform/blobs/open-blob-store.ts';
import { createCoingate } from './platform/coingate/coingate.ts';
import { requireSchema } from './platform/database/migrate.ts';
import { connectionsOf, createDatabaseClock, openQuickStatements } from './platform/database/database.ts';
import { createAttempts } from './platform/http/authentication/attempts.ts';
import { createRateLimiter } from './platform/http/limits/rate-limit.ts';
import { createIdentityProviders } from './platform/identity/identity-providers.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { registerConnectionMetrics, measureJobs } from './platform/process-metrics.ts';
import { createSealer } from './platform/keys/seal.ts';
import { replyToBridgeRequest } from './features/bridges/index.ts';
import { listenForMail, type MailIntake } from './platform/mail/mail-intake.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { createOutbox, mailConnections, type Outbox } from './platform/mail/outbox.ts';
import { createBilling } from './platform/paddle/billing.ts';
import { createCatalogue } from './platform/paddle/catalogue.ts';
import { createCheckout } from './platform/paddle/checkout.ts';
import { createPaddlePayments } from './platform/paddle/payments.ts';
import { createCustomers } from './platform/paddle/customers.ts';
import { openPaddle } from './platform/paddle/paddle-call.ts';
import type { Settings } from './settings.ts';
import { createShutdown } from './shutdown.ts';
import { revokeIn, repliesIn, type AppDependencies } from './app-dependencies.ts';

/** Started components, to be closed at shutdown. */
interface Closers {
  add(close: () => void | Promise<void>): void;
  /** Closes everything once, in reverse order: requests before the jobs that they may queue, those before their shared dependencies. */
  closeAll(): Promise<void>;
}

function createClosers(): Closers {
  const open: (() => void | Promise<void>)[] = [];
  let closing: Promise<void> | null = null;
  const closeAll = async () => {
    const failures: unknown[] = [];
    for (let close = open.pop(); close !== undefined; close = open.pop()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be ended');
  };
  return {
    add: (close) => open.push(close),
    closeAll: () => (closing ??= closeAll()),
  };
}

/**
 * Starts listening; on failure throws an error that names the variable to change. `variable` ends in PORT and has a counterpart in HOST.
 */
async function listening<T>(
  variable: string,
  where: { readonly host: string; readonly port: number },
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const [reason, at] = refusals[(error as NodeJS.ErrnoException).code ?? ''] ?? [];
    if (reason === undefined || at === undefined) throw error;
    const named = variable.replace(/PORT$/, at);
    throw new Error(`${where.host}:${where.port} ${reason}: choose another with ${named}`, { cause: error });
  }
}

/** Explains the error of the system, and which of the two variables to change. */
const refusals: Readonly<Record<string, readonly [reason: string, at: 'HOST' | 'PORT']>> = {
  EADDRINUSE: ['is in use', 'PORT'],
  EACCES: ['needs more rights', 'PORT'],
  EADDRNOTAVAIL: ['isn’t an IP address of this computer', 'HOST'],
  ENOTFOUND: ['isn’t an IP address of this computer', 'HOST'],
};

/** What a process does: `requests` serves the API; `work` runs background work, receives mail and serves the console. */
type ProcessRole = 'requests' | 'work';

/** Serves requests and runs background work until a signal. With `requests` it only serves requests: no background work, incoming mail or console. */
export async function serve(settings: Settings, log: Log, part: string | undefined): Promise<void> {
  if (part !== undefined && part !== 'requests')
    throw new Error(`There is no part ${part}: serve [requests]`);
  await run(settings, log, part === undefined ? ['requests', 'work'] : ['requests']);
}

/** Runs background work, receives mail and serves the console until a signal: the complement of `serve requests`. */
export async function work(settings: Settings, log: Log): Promise<void> {
  await run(settings, log, ['work']);
}

async function run(settings: Settings, log: Log, roles: readonly ProcessRole[]): Promise<void> {
  const running = createClosers();
  try {
    await start(settings, log, roles, running);
  } catch (error) {
    // A failed start closes everything that it has opened, so the process exits.
    await running.closeAll().catch((failure: unknown) => log.error({ err: failure }, 'stopping'));
    throw error;
  }
}

async function start(
  settings: Settings,
  log: Log,
  roles: readonly ProcessRole[],
  running: Closers,
): Promise<void> {
  const shutdown = createShutdown({
    log,
    drainMs: roles.includes('requests') ? settings.drainMs : 0,
    close: () => running.closeAll(),
  });
  const metrics = createMetrics();
  exportProcess(metrics);
  const traces = settings.tracesUrl === null ? null : await traceTo(settings.tracesUrl);
  running.add(async () => traces?.close());
  const db = open(settings, log, 16, traces);
  registerConnectionMetrics(metrics, () => connectionsOf(db));
  running.add(() => db.destroy());
  const reads = openReads(settings, log, db);
  running.add(() => reads.close());
  const quick = openQuickStatements(settings.databaseUrl, { onError: reportTo(log) });
  running.add(() => quick.close());
  // Deadlines use the database's clock, which all processes share.
  const clock = createDatabaseClock(db);
  await compareFirst(clock);
  running.add(clock.stop);
  const schema = await requireSchema(db);
  if (schema.newer.length > 0)
    log.warn(
      { version: schema.version, needed: schema.needed },
      'the schema is of a newer release, which this one runs on',
    );
  const keys = await openKeys({ db, clock, log, folder: settings.keysFolder });
  const paddle = openPaddle(settings.paddle);
  const mailer = createMailer({
    url: settings.smtpUrl,
    from: settings.mailFrom,
    maxConnections: mailConnections,
  });
  running.add(() => mailer.close());
  const providers = createIdentityProviders(settings.social, { ...settings, clock });
  const around = measureJobs(metrics, traces);
  const jobs = await startJobs({ databaseUrl: settings.databaseUrl, log, around });
  running.add(() => jobs.stop());
  registerMetrics({ metrics, db, clock });
  exportCertificates({
    ...{ metrics, clock, authorities: keys.authority.certificates },
    urls: [settings.publicUrl, settings.dashboardUrl, settings.siteUrl],
  });
  const wake = listenForChanges({ databaseUrl: settings.databaseUrl, log });
  running.add(() => wake.close());
  const sealer = createSealer(keys.seal);
  const dependencies = {
    settings,
    db,
    reads: reads.db,
    quick,
    clock,
    keys,
    passwords: createPasswords(keys.pepper),
    jobs,
    blobs: openBlobStore(settings.blobs, sealer),
    wake,
    feedReader: createFeedReader({ db, log }),
    log,
    draining: shutdown.draining,
    metrics,
    traces,
    providers,
    checkout: createCheckout(paddle),
    coingate: createCoingate(settings.coingate),
    billing: createBilling(paddle),
  };
  const { dashboardUrl, supportMail } = settings;
  const provider = {
    inquiry: createPaddlePayments(paddle),
    coingate: dependencies.coingate,
    customers: createCustomers(paddle),
  };
  const { billing } = dependencies;
  const background = {
    db,
    clock,
    jobs,
    log,
    keys,
    sealer,
    mailer,
    attempts: createAttempts({ quick, clock, secret: keys.buckets }),
    dashboardUrl,
    billing,
    blobs: dependencies.blobs,
    ledgerArchive: openLedgerArchive(settings.ledgerArchive),
    ...provider,
    supportMail,
  };
  if (roles.includes('requests')) {
    const defaultLimit = { calls: 600, seconds: 60 };
    const heartbeatMs = 10_000;
    const app = await createApp({ ...dependencies, heartbeatMs, defaultLimit });
    running.add(() => app.close());
    if (settings.nats !== null) {
      const { databaseUrl, nats } = settings;
      const transport = await startFeedTransport({ ...dependencies, heartbeatMs, databaseUrl }, nats);
      running.add(() => transport.close());
      const outbox = createOutbox(jobs, sealer);
      const intake = startUsageIntake({ ...dependencies, outbox, dashboardUrl }, nats);
      running.add(() => intake.close());
    }
    await listening('PORT', settings, () => app.listen({ host: settings.host, port: settings.port }));
  }
  await serveMetrics(settings.metrics, metrics, running);
  if (roles.includes('work')) {
    const outbox = createOutbox(jobs, sealer);
    const intake = await listening('MAIL_INTAKE_PORT', settings.replies, () =>
      receiveMails({ ...dependencies, outbox }),
    );
    running.add(async () => intake?.close());
    const operatorConsole = await listening('CONSOLE_PORT', settings.operatorConsole ?? settings, () =>
      openOperatorConsole({ ...dependencies, outbox, sealer, catalogue: createCatalogue(paddle) }),
    );
    running.add(async () => operatorConsole?.close());
    await startBackground({ ...background, revoke: revokeIn(dependencies) });
  }
  clock.watch((error) => {
    log.fatal(error.message);
    process.exitCode = 1;
    void shutdown.drain(error.message);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutdown.drain());
}

/** Loaded only here: most installations have no collector. */
async function traceTo(url: string): Promise<Traces> {
  const { openTraces } = await import('@comet/observability/traces');
  return openTraces({ url, service: 'comet-api' });
}

/** Serves the metrics on their own port, if one is set. */
async function serveMetrics(where: Settings['metrics'], metrics: Metrics, running: Closers): Promise<void> {
  if (where === null) return;
  const listener = await listening('METRICS_PORT', where, () => listenForScrapes(metrics, where));
  running.add(() => listener.close());
}

/** Receives replies to tickets and requests for bridges by mail; null if no mailbox is configured. */
async function receiveMails(
  dependencies: Pick<AppDependencies, 'settings' | 'keys' | 'db' | 'clock' | 'quick' | 'log'> & {
    readonly outbox: Outbox;
  },
): Promise<MailIntake | null> {
  const { settings, keys, quick, clock, log } = dependencies;
  const { mailbox, host, port, operators } = settings.replies;
  const { bridgeMail } = settings;
  if (mailbox === null && bridgeMail === null) return null;
  const limiter = createRateLimiter({ quick, clock, secret: keys.buckets });
  const { dashboardUrl } = settings;
  const deps = { ...dependencies, limiter, operators, dashboardUrl, replies: repliesIn(dependencies) };
  const bridges = { ...dependencies, limiter, signer: keys.lists.current, secret: keys.buckets };
  const isForBridges = (address: string): boolean => address.toLowerCase() === bridgeMail;
  const isReply = isReplyAddress(deps);
  return listenForMail({
    ...{ host, port, log },
    accepts: (address) => isForBridges(address) || isReply(address),
    take: (mail) => (isForBridges(mail.to) ? replyToBridgeRequest(bridges, mail) : receiveMail(deps, mail)),
  });
}
