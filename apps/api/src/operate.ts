import { userInfo } from 'node:os';
import type { Clock } from '@comet/foundation';
import { eventsCommand, jobsCommand } from './features/retries/index.ts';
import type { Log } from '@comet/foundation/log';
import { repliesIn, revokeIn } from './app-dependencies.ts';
import { backupCommand } from './features/backup/index.ts';
import { bridgesCommand } from './features/bridges/index.ts';
import { couponsCommand } from './features/coupons/index.ts';
import { recoverByCommand } from './features/deletion/index.ts';
import {
  recordOperatorAction,
  type CommandDeps,
  type CommandArguments,
} from './features/operator-commands/index.ts';
import { operatorsCommand } from './features/operators/index.ts';
import { exitsCommand } from './features/exits/index.ts';
import { enrolTokenCommand, gatewaysCommand } from './features/gateways/index.ts';
import { keysCommand, openKeys } from './features/keys/index.ts';
import { ledgerCommand, openLedgerArchive } from './features/ledger-archive/index.ts';
import { locationsCommand, seedLocations } from './features/locations/index.ts';
import {
  plansCommand,
  pricesCommand,
  publishPlans,
  publishPrices,
  seedPlans,
  seedPrices,
} from './features/plans/index.ts';
import { reconcileCommand } from './features/payments/index.ts';
import { addressesCommand } from './features/dedicated-ips/index.ts';
import type { SupportDeps } from './features/support/index.ts';
import { incidentsCommand } from './features/status/index.ts';
import { upstreamsCommand } from './features/upstreams/index.ts';
import { createPgBackRest } from './platform/backups/pgbackrest.ts';
import { databaseAccount } from './platform/backups/run-program.ts';
import type { Database } from './platform/database/database.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { createCardHash } from './platform/keys/keyed-hashes.ts';
import { createSealer } from './platform/keys/seal.ts';
import { createOutbox } from './platform/mail/outbox.ts';
import { createCoingate } from './platform/coingate/coingate.ts';
import { createBilling } from './platform/paddle/billing.ts';
import { createCatalogue } from './platform/paddle/catalogue.ts';
import { createPaddleHistory } from './platform/paddle/history.ts';
import { openPaddle } from './platform/paddle/paddle-call.ts';
import type { Settings } from './settings.ts';

/** The database and its clock: deadlines are the same on every machine. */
interface Store {
  readonly db: Database;
  readonly clock: Clock;
}

/** The account of the machine that runs the command. */
export const operator = (): string => process.env['SUDO_USER'] ?? userInfo().username;

/** Commands for the catalogue: products, locations, prices and coupons. */
export const catalogueCommands: Readonly<
  Record<string, (deps: CommandDeps, args: CommandArguments) => Promise<string>>
> = {
  plans: plansCommand,
  prices: pricesCommand,
  coupons: couponsCommand,
  addresses: addressesCommand,
  locations: locationsCommand,
  gateways: gatewaysCommand,
  'enrol-token': enrolTokenCommand,
  incidents: incidentsCommand,
  jobs: jobsCommand,
  events: eventsCommand,
  exits: exitsCommand,
};

/** Adds the initial plans and locations, with their prices at Paddle; without a key of Paddle it creates no prices there. */
export async function seed(settings: Settings, log: Log, { db, clock }: Store): Promise<void> {
  const hasPaddle = settings.paddle.apiKey !== '';
  if (!hasPaddle)
    log.warn(
      'without PADDLE_API_KEY no price was created at Paddle: nothing can be bought until seed runs with it',
    );
  const catalogue = hasPaddle ? createCatalogue(openPaddle(settings.paddle)) : null;
  // `npm start` runs the app from the sources.
  const isAppPublished = settings.isAppPublished || !settings.isProduction;
  await seedCatalogue({ db, clock, catalogue, operator: operator(), isAppPublished });
}

/** The same with a given catalogue, or without one. */
export async function seedCatalogue({
  db,
  clock,
  catalogue,
  operator: name,
  isAppPublished,
}: Omit<CommandDeps, 'catalogue'> & {
  readonly catalogue: CommandDeps['catalogue'] | null;
  readonly isAppPublished: boolean;
}): Promise<void> {
  await seedLocations(db);
  await seedPlans(db);
  await seedPrices(db, { isAppPublished });
  if (catalogue !== null) {
    await publishPlans(db, catalogue);
    await publishPrices(db, catalogue);
  }
  await db
    .transaction()
    .execute((trx) =>
      recordOperatorAction(trx, { operator: name, action: 'seed_catalogue', details: {}, now: clock.now() }),
    );
}

/** Runs a catalogue command. */
export async function changeCatalogue(
  settings: Settings,
  store: Store,
  command: (deps: CommandDeps, args: CommandArguments) => Promise<string>,
  args: CommandArguments,
): Promise<void> {
  const catalogue = createCatalogue(openPaddle(settings.paddle));
  const done = await command({ ...store, catalogue, operator: operator() }, args);
  process.stdout.write(`${done}\n`);
}

/** Changes the upstream providers; their passwords are sealed. */
export async function changeUpstreams(
  settings: Settings,
  log: Log,
  store: Store,
  args: CommandArguments,
): Promise<void> {
  const keys = await openKeys({ ...store, log, folder: settings.keysFolder });
  const deps = { ...store, sealer: createSealer(keys.seal), operator: operator() };
  process.stdout.write(`${await upstreamsCommand(deps, args)}\n`);
}

/** Changes the bridges, and signs texts with them. */
export async function changeBridges(
  settings: Settings,
  log: Log,
  store: Store,
  args: CommandArguments,
): Promise<void> {
  const keys = await openKeys({ ...store, log, folder: settings.keysFolder });
  const deps = { ...store, signer: keys.lists.current, operator: operator() };
  process.stdout.write(`${await bridgesCommand(deps, args)}\n`);
}

/** Changes the operators who may sign in to the console. */
export async function changeOperators(
  settings: Settings,
  log: Log,
  store: Store,
  args: CommandArguments,
): Promise<void> {
  const keys = await openKeys({ ...store, log, folder: settings.keysFolder });
  const sealer = createSealer(keys.seal);
  const operatorConsoleUrl = settings.operatorConsole?.url ?? null;
  const done = await operatorsCommand({ ...store, operator: operator(), sealer, operatorConsoleUrl }, args);
  process.stdout.write(`${done}\n`);
}

/** Creates, shows and replaces the keys in `KEYS_DIR`. */
export async function changeKeys(
  settings: Settings,
  log: Log,
  store: Store,
  args: CommandArguments,
): Promise<void> {
  const deps = { ...store, log, folder: settings.keysFolder, operator: operator() };
  process.stdout.write(`${await keysCommand(deps, args)}\n`);
}

/** Undoes the deletion of an account. */
export async function recoverAccount(
  settings: Settings,
  log: Log,
  store: Store,
  [emailOrId, newEmail]: readonly (string | undefined)[],
): Promise<void> {
  const keys = await openKeys({ ...store, log, folder: settings.keysFolder });
  const jobs = await startJobs({ databaseUrl: settings.databaseUrl, log });
  try {
    const outbox = createOutbox(jobs, createSealer(keys.seal));
    const deps = { ...store, outbox, dashboardUrl: settings.dashboardUrl };
    const done = await recoverByCommand(deps, { emailOrId, newEmail, operator: operator() });
    process.stdout.write(`${done}\n`);
  } finally {
    await jobs.stop();
  }
}

/** Runs a support command. */
export async function support(
  settings: Settings,
  log: Log,
  { db, clock }: Store,
  command: (deps: SupportDeps, args: CommandArguments) => Promise<string>,
  args: CommandArguments,
): Promise<void> {
  const keys = await openKeys({ db, clock, log, folder: settings.keysFolder });
  const jobs = await startJobs({ databaseUrl: settings.databaseUrl, log });
  try {
    const outbox = createOutbox(jobs, createSealer(keys.seal));
    const billing = createBilling(openPaddle(settings.paddle));
    const { dashboardUrl, supportMail, secondPersonAbove } = settings;
    const revoke = revokeIn({ clock, keys });
    const replies = repliesIn({ settings, keys });
    const hashCard = createCardHash(keys.pepper);
    const deps = {
      ...{ db, clock, jobs, log, outbox, billing, hashCard },
      ...{ dashboardUrl, supportMail, secondPersonAbove, revoke, replies },
    };
    process.stdout.write(`${await command({ ...deps, operator: operator() }, args)}\n`);
  } finally {
    await jobs.stop();
  }
}

/** Restores the last backup into a temporary instance and compares it with the running database. */
export async function checkBackups(settings: Settings, store: Store, args: CommandArguments): Promise<void> {
  const account = await databaseAccount();
  const { databaseUrl, backups } = settings;
  const deps = {
    ...{ ...store, account, databaseUrl, operator: operator() },
    pgBackRest: createPgBackRest(backups.stanza, account),
    programsOf: (version: string) => backups.programs.replace('VERSION', () => version),
  };
  process.stdout.write(`${await backupCommand(deps, args)}\n`);
}

/** Prints sums of the ledger and its archive. */
export async function showLedger(settings: Settings, store: Store, args: CommandArguments): Promise<void> {
  const archive = openLedgerArchive(settings.ledgerArchive);
  process.stdout.write(`${await ledgerCommand({ ...store, store: archive?.store ?? null }, args)}\n`);
}

/** Processes what the payment providers have recorded since a time and the database lacks. */
export async function reconcile(
  settings: Settings,
  log: Log,
  { db, clock }: Store,
  args: CommandArguments,
): Promise<void> {
  const keys = await openKeys({ db, clock, log, folder: settings.keysFolder });
  const jobs = await startJobs({ databaseUrl: settings.databaseUrl, log });
  try {
    const { dashboardUrl, supportMail, coingate } = settings;
    const deps = {
      ...{ db, clock, jobs, log, dashboardUrl, supportMail, operator: operator() },
      outbox: createOutbox(jobs, createSealer(keys.seal)),
      hashCard: createCardHash(keys.pepper),
      revoke: revokeIn({ clock, keys }),
      paddle: createPaddleHistory(openPaddle(settings.paddle)),
      coingate: coingate.apiToken === '' ? null : createCoingate(coingate),
    };
    process.stdout.write(`${await reconcileCommand(deps, args)}\n`);
  } finally {
    await jobs.stop();
  }
}
