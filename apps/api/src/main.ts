import { userInfo } from 'node:os';
import { basename } from 'node:path';
import { systemClock } from '@comet/foundation';
import { type Logger, pino } from 'pino';
import { createApp, revokeIn } from './app.ts';
import { startBackground } from './background.ts';
import { couponsCommand } from './features/coupons/index.ts';
import { recoverByCommand } from './features/deletion/index.ts';
import { listenForChanges, makeEnrolmentToken } from './features/gateways/index.ts';
import { seedLocations } from './features/locations/index.ts';
import type { CommandDeps, Words } from './features/operator/index.ts';
import {
  plansCommand,
  pricesCommand,
  publishPlans,
  publishPrices,
  seedPlans,
  seedPrices,
} from './features/plans/index.ts';
import { refundCryptoCommand } from './features/payments/index.ts';
import { addressesCommand } from './features/services/index.ts';
import { type SupportDeps, supportCommands } from './features/support/index.ts';
import { publishKey, type TrustAnchors } from '@comet/admission';
import { type Database, openDatabase, openQuickStatements } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { createLog } from './platform/log.ts';
import { createIdentityProviders } from './platform/identity/offered.ts';
import { openKeys } from './platform/keys/keys.ts';
import { createSealer } from './platform/keys/seal.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { createOutbox } from './platform/mail/outbox.ts';
import { createCoingate } from './platform/coingate/coingate.ts';
import { createBilling } from './platform/paddle/billing.ts';
import { createCatalogue } from './platform/paddle/catalogue.ts';
import { createCheckout } from './platform/paddle/checkout.ts';
import { createCustomers } from './platform/paddle/customers.ts';
import { createInquiry } from './platform/paddle/inquiry.ts';
import { openPaddle } from './platform/paddle/paddle-call.ts';
import { readSettings, type Settings } from './settings.ts';

/** `comet-api` on a server, `comet-ops` in an operator's hand: one program. */
const program = basename(process.argv[1] ?? '', '.mjs').replace('main.ts', 'comet-api');

const usage = `${program} COMMAND
  serve [requests]         answer requests and do the work in the background, or answer only: one process must do the work
  migrate                  bring the database's schema up to date
  seed                     add the first plans and locations, and their prices at Paddle
  enrol-token LOCATION     print a one-time token with which a gateway enrols there
  recover-account EMAIL    undo the deletion of an account; an id and a new address may be given instead
  plans list|set           what plans cost, with how many free days or months
  prices list|set          what data, traffic and addresses cost
  coupons list|add|set|end codes that take something off the first payment
  addresses list|add|remove  the addresses in stock, by type and country
  refund-crypto ORDER      record that a payment in crypto was sent back, without its fee
  grant-days EMAIL DAYS    give an account free days, once for a ticket with --for TICKET
  refund ORDER             ask Paddle for the latest payment of an order back
  import-store-subscriptions FILE  take what app stores have sold from a JSON file
  trust                    print what clients are shipped with: list keys and authorities
`;

async function serve(settings: Settings, log: Logger, part: string | undefined): Promise<void> {
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
  const { dashboardUrl } = settings;
  const provider = {
    inquiry: createInquiry(paddle),
    coingate: world.coingate,
    customers: createCustomers(paddle),
  };
  const { billing } = world;
  const background = { db, clock, jobs, log, sealer, mailer, dashboardUrl, billing, ...provider };
  if (part === undefined) await startBackground({ ...background, revoke: revokeIn(world) });
  await app.listen({ host: settings.host, port: settings.port });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    log.info('stopping');
    // Requests first, then the jobs they may have left, then what both stand on.
    await app.close();
    await wake.close();
    await jobs.stop();
    mailer.close();
    await quick.close();
    await db.destroy();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}

async function seed(settings: Settings, db: Database): Promise<void> {
  await seedLocations(db);
  await seedPlans(db);
  await seedPrices(db);
  const catalogue = createCatalogue(openPaddle(settings.paddle));
  await publishPlans(db, catalogue);
  await publishPrices(db, catalogue);
}

const operator = (): string => process.env['SUDO_USER'] ?? userInfo().username;

/** What an operator sells, for how much and to whom for less, and what goes back. */
const catalogueCommands: Readonly<Record<string, (deps: CommandDeps, words: Words) => Promise<string>>> = {
  plans: plansCommand,
  prices: pricesCommand,
  coupons: couponsCommand,
  addresses: addressesCommand,
  'refund-crypto': refundCryptoCommand,
};

async function changeCatalogue(
  settings: Settings,
  db: Database,
  command: (deps: CommandDeps, words: Words) => Promise<string>,
  words: Words,
): Promise<void> {
  const catalogue = createCatalogue(openPaddle(settings.paddle));
  const done = await command({ db, clock: systemClock, catalogue, operator: operator() }, words);
  process.stdout.write(`${done}\n`);
}

async function printEnrolmentToken(db: Database, location: string | undefined): Promise<void> {
  if (location === undefined) throw new Error('Name a location: enrol-token nl-ams');
  const token = await makeEnrolmentToken({ db, clock: systemClock }, location);
  if (token === null) throw new Error(`There is no location ${location}`);
  process.stdout.write(`${token}\n`);
}

async function recoverAccount(
  settings: Settings,
  log: Logger,
  db: Database,
  [emailOrId, newEmail]: readonly (string | undefined)[],
): Promise<void> {
  const keys = await openKeys(settings.keysFolder, systemClock.now());
  const jobs = await startJobs({ databaseUrl: settings.databaseUrl, log });
  try {
    const outbox = createOutbox(jobs, createSealer(keys.seal));
    const deps = { db, clock: systemClock, outbox, dashboardUrl: settings.dashboardUrl };
    const done = await recoverByCommand(deps, { emailOrId, newEmail, operator: operator() });
    process.stdout.write(`${done}\n`);
  } finally {
    await jobs.stop();
  }
}

async function support(
  settings: Settings,
  log: Logger,
  db: Database,
  command: (deps: SupportDeps, words: Words) => Promise<string>,
  words: Words,
): Promise<void> {
  const clock = systemClock;
  const keys = await openKeys(settings.keysFolder, clock.now());
  const jobs = await startJobs({ databaseUrl: settings.databaseUrl, log });
  try {
    const outbox = createOutbox(jobs, createSealer(keys.seal));
    const billing = createBilling(openPaddle(settings.paddle));
    const { dashboardUrl } = settings;
    const deps = { db, clock, jobs, log, outbox, billing, dashboardUrl, revoke: revokeIn({ clock, keys }) };
    process.stdout.write(`${await command({ ...deps, operator: operator() }, words)}\n`);
  } finally {
    await jobs.stop();
  }
}

async function printTrust(settings: Settings): Promise<void> {
  const keys = await openKeys(settings.keysFolder, systemClock.now());
  const anchors: TrustAnchors = {
    listKeys: [publishKey(keys.lists.current), publishKey(keys.lists.next)],
    certificateAuthorities: [...keys.authority.certificates],
  };
  process.stdout.write(`${JSON.stringify(anchors, null, 2)}\n`);
}

function open(settings: Settings, log: Logger, connections: number): Database {
  return openDatabase(settings.databaseUrl, { connections, onError: reportTo(log) });
}

function reportTo(log: Logger): (error: Error) => void {
  return (error) => log.error({ err: error }, 'database connection');
}

async function withDatabase(
  settings: Settings,
  log: Logger,
  work: (db: Database) => Promise<unknown>,
): Promise<void> {
  const db = open(settings, log, 2);
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

async function run(command: string | undefined, words: Words): Promise<void> {
  const settings = readSettings(process.env);
  // Only `serve` writes its log to the standard output; the others print their result there.
  const log = createLog(settings.logLevel, pino.destination(command === 'serve' ? 1 : 2));
  const changing = catalogueCommands[command ?? ''];
  if (changing !== undefined) {
    return withDatabase(settings, log, (db) => changeCatalogue(settings, db, changing, words));
  }
  const supporting = supportCommands[command ?? ''];
  if (supporting !== undefined) {
    return withDatabase(settings, log, (db) => support(settings, log, db, supporting, words));
  }
  switch (command) {
    case 'serve':
      return serve(settings, log, words[0]);
    case 'migrate':
      return withDatabase(settings, log, async (db) => log.info({ steps: await migrate(db) }, 'migrated'));
    case 'seed':
      return withDatabase(settings, log, (db) => seed(settings, db));
    case 'enrol-token':
      return withDatabase(settings, log, (db) => printEnrolmentToken(db, words[0]));
    case 'recover-account':
      return withDatabase(settings, log, (db) => recoverAccount(settings, log, db, words));
    case 'trust':
      return printTrust(settings);
    default:
      process.stderr.write(usage);
      process.exitCode = 2;
  }
}

try {
  await run(process.argv[2], process.argv.slice(3));
} catch (error) {
  process.stderr.write(`${program}: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
