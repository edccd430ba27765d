import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bridgesCommand } from '../../../src/features/bridges/index.ts';
import { recoverByCommand } from '../../../src/features/deletion/index.ts';
import { operatorsCommand } from '../../../src/features/operators/index.ts';
import { reconcileCommand } from '../../../src/features/payments/index.ts';
import { supportCommands } from '../../../src/features/support/index.ts';
import { upstreamsCommand } from '../../../src/features/upstreams/index.ts';
import { catalogueCommands, seedCatalogue } from '../../../src/operate.ts';
import { jobKind, startJobs } from '../../../src/platform/jobs/jobs.ts';
import { createSealer } from '../../../src/platform/keys/seal.ts';
import { startApiWithCoingate } from '../../crypto/crypto-calls.ts';
import { type ApiUnderTest, makeGateway, makeUser } from '../../fixture/api-fixture.ts';
import { makeExit } from '../../gateways/exits-fixture.ts';
import { makePaidUser, processDeps } from '../../payments/paid-user.ts';
import {
  addUpstream,
  coinOrder,
  failedEvent,
  failedJob,
  listedCommands,
  newTicket,
  writeBridge,
} from './audit-fixture.ts';

let under: ApiUnderTest;
let folder: string;
beforeAll(async () => {
  under = await startApiWithCoingate();
  folder = await mkdtemp(join(tmpdir(), 'comet-audit-'));
  await under.dependencies.db.updateTable('plans').set({ paddleProductId: 'pro_plan' }).execute();
  const jobs = await startJobs({
    databaseUrl: under.dependencies.settings.databaseUrl,
    log: under.dependencies.log,
  });
  await under.dependencies.db
    .transaction()
    .execute((trx) => jobs.enqueue(trx, jobKind('test.audited', { retries: 1, firstPause: 1 }), {}));
  await jobs.stop();
});
afterAll(async () => {
  await under.stop();
  await rm(folder, { recursive: true });
});

/** Commands that only read; `doctor`, `backup check`, `site render` and `nats` change nothing in the database. */
const reading = [
  ...['plans list', 'prices list', 'coupons list', 'addresses list', 'locations list'],
  ...['gateways list', 'gateways plan', 'bridges list'],
  ...['incidents list', 'exits list', 'exits show', 'upstreams list', 'upstreams show', 'orders list'],
  ...['orders show', 'audit', 'ledger', 'shared-cards', 'customers find', 'tickets list', 'tickets show'],
  ...['operators list', 'keys show', 'keys check', 'trust', 'jobs list', 'events list', 'refunds list'],
  ...['backup check', 'doctor', 'site render', 'nats init', 'nats leaf'],
];

let prices = 0;
const deps = () => ({
  ...{ ...processDeps(under), billing: under.billing, operator: 'ada' },
  sealer: createSealer(under.dependencies.keys.seal),
  operatorConsoleUrl: 'https://ops.example',
  catalogue: {
    createProduct: (name: string) => Promise.resolve(`pro_${name}`),
    createPrice: () => Promise.resolve(`pri_audit_${(prices += 1)}`),
  },
});
const run = (command: string, ...words: readonly string[]): Promise<string> => {
  const known = catalogueCommands[command] ?? supportCommands[command];
  if (known === undefined) throw new Error(`There is no command ${command}`);
  return known(deps(), words);
};
const upstreams = (...words: readonly string[]) => upstreamsCommand(deps(), words);
const bridges = (...words: readonly string[]) =>
  bridgesCommand({ ...deps(), signer: under.dependencies.keys.lists.current }, words);
const newBridge = async (): Promise<string> => idIn(await bridges('add', await writeBridge(folder)));
const newUpstream = () => addUpstream(under, folder, upstreams);
const operators = (...words: readonly string[]) => operatorsCommand(deps(), words);
const idIn = (text: string): string => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0] ?? '';

/** A refund that another operator requested, on which `ada` may decide. */
async function heldRefund(): Promise<string> {
  await operators('add', 'ada');
  const { orderId } = await makePaidUser(under);
  const requested = await supportCommands['refund']?.(
    { ...deps(), operator: 'flora', secondPersonAbove: 0 },
    [orderId],
  );
  return idIn(requested ?? '');
}

async function onNewGateway(command: string, ...words: readonly string[]): Promise<() => Promise<unknown>> {
  const { id } = await makeGateway(under);
  return () => run('gateways', command, id, ...words);
}

/** How each writing command is run; what it needs is made first. */
const writing: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  seed: async () => () => seedCatalogue({ ...deps(), isAppPublished: true }),
  'enrol-token': async () => () => run('enrol-token', 'nl-ams'),
  'recover-account': async () => {
    const user = await makeUser(under);
    await under.call(api.deleteAccount, { body: { password: user.password } }, user);
    return () => recoverByCommand(deps(), { emailOrId: user.id, newEmail: undefined, operator: 'ada' });
  },
  'plans set': async () => () => run('plans', 'set', '12-months', '--price', '60.00'),
  'prices set': async () => {
    const price = under.dependencies.db.selectFrom('prices').select('id').orderBy('id');
    const { id } = await price.executeTakeFirstOrThrow();
    return () => run('prices', 'set', id, '--price', '7.77');
  },
  'coupons add': async () => () => run('coupons', 'add', 'ADDED', '--percent', '10'),
  'coupons set': async () => {
    await run('coupons', 'add', 'CHANGED', '--percent', '10');
    return () => run('coupons', 'set', 'CHANGED', '--until', '2030-01-01');
  },
  'coupons end': async () => {
    await run('coupons', 'add', 'ENDED', '--percent', '10');
    return () => run('coupons', 'end', 'ENDED');
  },
  'addresses add': async () => {
    const { id } = await makeGateway(under);
    return () => run('addresses', 'add', 'dedicated', 'nl', '198.51.100.10', '--gateway', id);
  },
  'addresses remove': async () => {
    const { id } = await makeGateway(under);
    await run('addresses', 'add', 'dedicated', 'nl', '198.51.100.11', '--gateway', id);
    return () => run('addresses', 'remove', '198.51.100.11');
  },
  'locations add': async () => () => run('locations', 'add', 'nl-audit', 'Audit', '52.37N', '4.90E'),
  'locations set': async () => () => run('locations', 'set', 'nl-ams', '--features', ''),
  'gateways drain': () => onNewGateway('drain', '--force'),
  'gateways undrain': async () => {
    const { id } = await makeGateway(under);
    await run('gateways', 'drain', '--force', id);
    return () => run('gateways', 'undrain', id);
  },
  'gateways block-port': () => onNewGateway('block-port', '41234'),
  'gateways retire': () => onNewGateway('retire'),
  'incidents open': async () => () => run('incidents', 'open', 'Slow sign-in'),
  'incidents update': async () => {
    const id = idIn(await run('incidents', 'open', 'Slow checkout'));
    return () => run('incidents', 'update', id, 'We found the cause.');
  },
  'incidents close': async () => {
    const id = idIn(await run('incidents', 'open', 'Slow emails'));
    return () => run('incidents', 'close', id);
  },
  'exits invite': async () => () => run('exits', 'invite', 'us-nyc'),
  ...Object.fromEntries(
    [['drain'], ['stop'], ['resume'], ['remove'], ['rules', '--ports', '25'], ['cap', '--megabits', '4']].map(
      ([verb = '', ...options]) => [
        `exits ${verb}`,
        async () => {
          const { id } = await makeExit(under);
          return () => run('exits', verb, ...options, id);
        },
      ],
    ),
  ),
  'bridges add': async () => newBridge,
  'bridges remove': async () => {
    const id = await newBridge();
    return () => bridges('remove', id);
  },
  ...Object.fromEntries(
    ['text', 'qr'].map((verb) => [
      `bridges ${verb}`,
      async () => {
        const id = await newBridge();
        return () => bridges(verb, '--only', id);
      },
    ]),
  ),
  'upstreams add': async () => newUpstream,
  ...Object.fromEntries(
    [['stop'], ['resume'], ['remove'], ['rules', '--ports', '25'], ['cap', '--megabits', '4']].map(
      ([verb = '', ...options]) => [
        `upstreams ${verb}`,
        async () => {
          const id = await newUpstream();
          return () => upstreams(verb, ...options, id);
        },
      ],
    ),
  ),
  reconcile: async () => () => {
    const none = () => Promise.resolve(ok([]));
    const paddle = { transactions: none, subscriptions: none, adjustments: none };
    return reconcileCommand({ ...deps(), paddle, coingate: null }, ['--since', '2026-11-20']);
  },
  'refund-crypto': async () => {
    const id = await coinOrder(under);
    return () => run('refund-crypto', id, '--amount', '1.00');
  },
  'grant-days': async () => {
    const { id } = await makePaidUser(under);
    return () => run('grant-days', id, '3');
  },
  'orders fetch': async () => {
    const { orderId } = await makePaidUser(under);
    return () => run('orders', 'fetch', orderId);
  },
  refund: async () => {
    const { orderId } = await makePaidUser(under);
    return () => run('refund', orderId);
  },
  'refunds approve': async () => {
    const id = await heldRefund();
    return () => run('refunds', 'approve', id);
  },
  'refunds reject': async () => {
    const id = await heldRefund();
    return () => run('refunds', 'reject', id);
  },
  'import-store-subscriptions': async () => {
    const { id } = await makeUser(under);
    const file = join(folder, 'sold.json');
    const sold = { account: id, source: 'play_store', store_reference: `GPA.${id}`, plan: '12-months' };
    const period = { started_at: '2026-11-20T00:00:00Z', active_until: '2027-11-20T00:00:00Z', renews: true };
    await writeFile(file, JSON.stringify([{ ...sold, ...period }]));
    return () => run('import-store-subscriptions', file);
  },
  'customers ban': async () => {
    const { id } = await makeUser(under);
    return () => run('customers', 'ban', id, '--reason', 'spam');
  },
  'customers unban': async () => {
    const { id } = await makeUser(under);
    await run('customers', 'ban', id, '--reason', 'spam');
    return () => run('customers', 'unban', id);
  },
  'customers stop-data': async () => {
    const { id } = await makePaidUser(under);
    return () => run('customers', 'stop-data', id);
  },
  'customers allow-data': async () => {
    const { id } = await makePaidUser(under);
    return () => run('customers', 'allow-data', id);
  },
  'tickets answer': async () => {
    const id = await newTicket(under);
    return () => run('tickets', 'answer', id, 'An answer');
  },
  'tickets close': async () => {
    const id = await newTicket(under);
    return () => run('tickets', 'close', id);
  },
  'operators add': async () => () => operators('add', 'edith'),
  'operators role': async () => {
    await operators('add', 'frida');
    return () => operators('role', 'frida', 'finance');
  },
  'operators remove': async () => {
    await operators('add', 'joan');
    return () => operators('remove', 'joan');
  },
  'jobs retry': async () => {
    const id = await failedJob(under);
    return () => run('jobs', 'retry', id);
  },
  'jobs discard': async () => {
    const id = await failedJob(under);
    return () => run('jobs', 'discard', id, '--reason', 'obsolete');
  },
  'events retry': async () => {
    const id = await failedEvent(under);
    return () => run('events', 'retry', id);
  },
};
/** They work on a folder of keys: `audited-key-commands.db.test.ts`. */
const onKeys = ['keys init', 'keys rotate', 'keys replace-lost', 'keys export', 'keys import'];

test('every command of the help is known as reading or writing', () => {
  const known = [...reading, ...Object.keys(writing), ...onKeys];
  expect(listedCommands().toSorted()).toEqual(known.toSorted());
});

const linesBy = async (operator: string) =>
  (
    await under.dependencies.db
      .selectFrom('operatorActions')
      .select('id')
      .where('operator', '=', operator)
      .execute()
  ).length;

test.each(Object.keys(writing))('%s leaves an audit line with the operator’s name', async (command) => {
  const prepared = await writing[command]?.();
  const before = await linesBy('ada');
  await prepared?.();
  // An approval also makes the refund.
  const lines = command === 'refunds approve' ? 2 : 1;
  expect(await linesBy('ada')).toBe(before + lines);
});
