import { systemClock } from '@comet/foundation';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { revokeIn } from './world.ts';
import { startBackground } from './background.ts';
import { listenForChanges } from './features/gateways/index.ts';
import { open, reportTo } from './open-database.ts';
import { openQuickStatements } from './platform/database/database.ts';
import { createAttempts } from './platform/http/attempts.ts';
import { createCoingate } from './platform/coingate/coingate.ts';
import { createIdentityProviders } from './platform/identity/offered.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { openKeys } from './platform/keys/keys.ts';
import { createSealer } from './platform/keys/seal.ts';
import { createOutbox } from './platform/mail/outbox.ts';
import { openDesk } from './open-desk.ts';
import { takeAnswers } from './take-answers.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { createCatalogue } from './platform/paddle/catalogue.ts';
import { createBilling } from './platform/paddle/billing.ts';
import { createCheckout } from './platform/paddle/checkout.ts';
import { createCustomers } from './platform/paddle/customers.ts';
import { createInquiry } from './platform/paddle/inquiry.ts';
import { openPaddle } from './platform/paddle/paddle-call.ts';
import type { Settings } from './settings.ts';

/** Answers requests and does the work in the background, until a signal; with `requests` it answers only. */
export async function serve(settings: Settings, log: Logger, part: string | undefined): Promise<void> {
  if (part !== undefined && part !== 'requests')
    throw new Error(`There is no part ${part}: serve [requests]`);
  const clock = systemClock;
  const db = open(settings, log, 16);
  const quick = openQuickStatements(settings.databaseUrl, { onError: reportTo(log) });
  const keys = await openKeys(settings.keysFolder, clock.now());
  const paddle = openPaddle(settings.paddle);
  const jobs = await startJobs({ databaseUrl: settings.databaseUrl, log });
  const wake = listenForChanges({ databaseUrl: settings.databaseUrl, log });
  const mailer = createMailer({ url: settings.smtpUrl, from: settings.mailFrom });
  const providers = createIdentityProviders(settings.social, { ...settings, clock });
  const world = {
    settings,
    db,
    quick,
    clock,
    keys,
    jobs,
    wake,
    log,
    providers,
    checkout: createCheckout(paddle),
    coingate: createCoingate(settings.coingate),
    billing: createBilling(paddle),
  };
  const defaultLimit = { calls: 600, seconds: 60 };
  const app = await createApp({ ...world, heartbeatMs: 10_000, defaultLimit });
  const sealer = createSealer(keys.seal);
  const { dashboardUrl, supportMail } = settings;
  const provider = {
    inquiry: createInquiry(paddle),
    coingate: world.coingate,
    customers: createCustomers(paddle),
  };
  const { billing } = world;
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
    ...provider,
    supportMail,
  };
  if (part === undefined) await startBackground({ ...background, revoke: revokeIn(world) });
  const intake = await takeAnswers({ ...world, outbox: createOutbox(jobs, sealer) });
  const desk = await openDesk({
    ...world,
    outbox: createOutbox(jobs, sealer),
    sealer,
    catalogue: createCatalogue(paddle),
  });
  await app.listen({ host: settings.host, port: settings.port });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    log.info('stopping');
    // Requests first, then the jobs they may have left, then what both stand on.
    await desk?.close();
    await intake?.close();
    await app.close();
    await wake.close();
    await jobs.stop();
    mailer.close();
    await quick.close();
    await db.destroy();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}
