import { sql } from 'kysely';
import { hashOfToken } from '../../src/platform/keys/secret-token.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { operatorConsoleIn } from '../../src/open-operator-console.ts';
import type { pageTitles } from '../../src/operator-console/page-titles.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';
import { processDeps } from '../payments/paid-user.ts';
import type { Meter, OperationFigures } from '@comet/testing/meter';

const sessionToken = 'session-token-of-the-measured-operator';

/** Ids in the URLs, and words that are searched for. */
interface Subjects {
  readonly ticket: string;
  readonly customer: string;
  readonly order: string;
  readonly gateway: string;
  readonly exit: string;
  readonly upstream: string;
  readonly number: string;
}

/** The URLs of each page, with those queries that change what it reads. */
const urls: Readonly<Record<keyof typeof pageTitles, (subject: Subjects) => readonly string[]>> = {
  '/ops/': () => ['/ops/'],
  '/ops/search': ({ number }) => [
    '/ops/search?q=customer-77',
    '/ops/search?q=visitor-',
    '/ops/search?q=absent%40example.com',
    `/ops/search?q=${number}`,
    '/ops/search?q=txn_absent',
  ],
  '/ops/refunds': () => ['/ops/refunds'],
  '/ops/stuck-payments': () => ['/ops/stuck-payments'],
  '/ops/failed-jobs': () => ['/ops/failed-jobs'],
  '/ops/refused-webhooks': () => ['/ops/refused-webhooks'],
  '/ops/tickets': () => ['/ops/tickets', '/ops/tickets?show=all', '/ops/tickets?show=closed'],
  '/ops/tickets/:id': ({ ticket }) => [`/ops/tickets/${ticket}`],
  '/ops/customers': () => ['/ops/customers', '/ops/customers?q=customer-77'],
  '/ops/customers/:id': ({ customer }) => [
    `/ops/customers/${customer}`,
    `/ops/customers/${customer}?drafts=yes`,
  ],
  '/ops/orders': () => ['/ops/orders', '/ops/orders?drafts=yes'],
  '/ops/orders/:id': ({ order }) => [`/ops/orders/${order}`],
  '/ops/shared-cards': () => ['/ops/shared-cards'],
  '/ops/fleet': () => ['/ops/fleet'],
  '/ops/capacity': () => ['/ops/capacity'],
  '/ops/gateways/:id': ({ gateway }) => [`/ops/gateways/${gateway}`],
  '/ops/exits/:id': ({ exit }) => [`/ops/exits/${exit}`],
  '/ops/upstreams/:id': ({ upstream }) => [`/ops/upstreams/${upstream}`],
  '/ops/coupons': () => ['/ops/coupons'],
  '/ops/audit': () => [
    '/ops/audit',
    '/ops/audit?reads=yes',
    '/ops/audit?operator=operator-2',
    '/ops/audit?action=refund',
    '/ops/audit?until=2026-03-01',
  ],
};

/** Measures every page of the operator console, `turns` times after a first view. The API needs the address of a console. */
export async function* measurePages(
  under: ApiUnderTest,
  meter: Meter,
  turns: number,
): AsyncGenerator<OperationFigures> {
  const sealer = createSealer(under.dependencies.keys.seal);
  const catalogue = { publish: () => Promise.reject(new Error('nothing is published here')) } as never;
  const deps = { ...processDeps(under), billing: under.billing, sealer, catalogue };
  const operatorConsole = operatorConsoleIn(deps);
  if (operatorConsole === null) throw new Error('The API has no console');
  const numbers = Array.from({ length: turns }, (_, turn) => turn);
  try {
    await signIn(under);
    const subjects = await someSubjects(under);
    for (const url of Object.values(urls).flatMap((of) => of(subjects))) {
      const view = async (): Promise<string> => {
        const headers = { cookie: `__Host-comet-desk=${sessionToken}` };
        const reply = await operatorConsole.inject({ method: 'GET', url, headers });
        return String(reply.statusCode);
      };
      await view();
      const name = Object.entries(subjects).reduce((text, [of, id]) => text.replace(id, `:${of}`), url);
      yield await meter.measure('page', name, view, numbers);
    }
  } finally {
    await operatorConsole.close();
  }
}

async function signIn({ dependencies: { db }, clock }: ApiUnderTest): Promise<void> {
  const now = clock.now();
  await sql`
    with operator as (
      insert into operators (id, name, role, password_hash, totp_secret, last_step, created_at)
      values (gen_random_uuid(), 'measured', 'admin', 'none', 'none', 0, ${now}) returning id)
    insert into operator_sessions (operator_id, token_hash, created_at, used_at)
    select id, ${hashOfToken(sessionToken)}, ${now}::timestamptz, ${now}::timestamptz from operator`.execute(
    db,
  );
}

async function someSubjects({ dependencies: { db } }: ApiUnderTest): Promise<Subjects> {
  const { rows } = await sql<Subjects>`
    with chosen as (
      select id, number, user_id from orders where state = 'paid' and kind = 'subscription' order by id offset 50 limit 1)
    select (select id::text from support_tickets order by id offset 5 limit 1) as ticket,
      (select user_id::text from chosen) as customer, (select id::text from chosen) as "order",
      (select id::text from gateways order by id limit 1) as gateway, (select id::text from exits order by id limit 1) as exit,
      (select id::text from upstreams order by id limit 1) as upstream, (select number from chosen) as number`.execute(
    db,
  );
  const [subjects] = rows;
  if (subjects === undefined) throw new Error('The database has no orders');
  return subjects;
}
