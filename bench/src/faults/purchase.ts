import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import type { Addresses } from '@comet/stack';
import pg from 'pg';
import type { BenchSession } from '../api/sessions.ts';

/** Time in ms for which a customer repeats a step that fails. */
const TIMEOUT_MS = 300_000;
const PAUSE_MS = 250;

const card = { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123', name: 'A Customer' };

/**
 * Orders twelve months and pays in the provider's checkout. Each step is repeated while it has no answer, a 5xx or a temporary refusal, as the
 * dashboard does: the order with the same idempotency key. Returns the transaction's id. Throws for any other refusal, and after five minutes.
 */
export async function purchase(
  addresses: Pick<Addresses, 'api' | 'sandbox'>,
  buyer: BenchSession,
): Promise<string> {
  const transaction = await openCheckout(addresses, buyer);
  await payCheckout(addresses, transaction);
  return transaction;
}

/** Orders twelve months and opens the provider's checkout, with the repetitions of `purchase`. Returns the transaction's id. */
export async function openCheckout(
  { api: url }: Pick<Addresses, 'api'>,
  buyer: BenchSession,
): Promise<string> {
  const deadline = performance.now() + TIMEOUT_MS;
  const post = (path: string, body: object, key?: string) =>
    insist(deadline, () => sendAs(buyer, `${url}${path}`, body, key));
  const { order } = (await post(api.createOrder.path, orderOfYear, randomUUID())) as {
    readonly order: { readonly id: string };
  };
  const paid = (await post(api.payOrder.path.replace('{id}', order.id), { method: 'card' })) as {
    readonly order: { readonly checkout: { readonly transaction_id?: string } | null };
  };
  const transaction = paid.order.checkout?.transaction_id;
  if (transaction === undefined) throw new Error(`No checkout was opened: ${JSON.stringify(paid)}`);
  return transaction;
}

/** Pays in the provider's checkout. */
export async function payCheckout(
  { sandbox }: Pick<Addresses, 'sandbox'>,
  transaction: string,
): Promise<void> {
  const settled = await fetch(`${sandbox}/paddle/checkout/${transaction}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card),
  });
  const outcome = await settled.text();
  if (!settled.ok || !outcome.includes('completed')) throw new Error(`${settled.status} ${outcome}`);
}

/** The body of an order of twelve months. */
export const orderOfYear = { kind: 'subscription', plan_id: '12-months' };

/** Posts a body as a signed-in user. */
export function sendAs(
  { token, deviceId, address }: BenchSession,
  url: string,
  body: object,
  idempotencyKey?: string,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'app-identifier': deviceId,
      'x-forwarded-for': address,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
}

/** Refusals after which a request is repeated: a request with its idempotency key has not ended, or too many were sent. */
const temporary: readonly number[] = [409, 429];

/** Repeats a request until it is answered with a success. Throws for another 4xx than the temporary ones, and after the deadline. */
async function insist(deadline: number, send: () => Promise<Response>): Promise<unknown> {
  let last = 'nothing';
  while (performance.now() < deadline) {
    try {
      const response = await send();
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      last = `${response.status} ${text.slice(0, 300)}`;
      if (response.status < 500 && !temporary.includes(response.status)) throw new Refused(last);
    } catch (error) {
      if (error instanceof Refused) throw error;
      last = String(error);
    }
    await sleep(PAUSE_MS);
  }
  throw new Error(`No success within ${TIMEOUT_MS / 1000} s; the last response: ${last}`);
}

class Refused extends Error {}

/** Payments at the provider compared with the database. */
export interface LedgerComparison {
  /** Payments that the provider has taken. */
  readonly taken: number;
  /** Taken payments without an entitlement, and with more than one. */
  readonly lost: number;
  readonly twice: number;
  /** Taken payments without exactly one entry in the ledger of the same amount. */
  readonly misbooked: number;
  /** Entitlements and ledger entries without a taken payment. */
  readonly unpaid: number;
}

interface Booked {
  readonly transaction: string;
  readonly grants: number;
  readonly entries: number;
  readonly amount: number | null;
}

/** Compares the payments that the provider has taken with entitlements and the ledger. */
export async function compareLedger(
  addresses: Pick<Addresses, 'sandbox' | 'database'>,
): Promise<LedgerComparison> {
  const response = await fetch(`${addresses.sandbox}/control/ledger`);
  const { paddle } = (await response.json()) as {
    readonly paddle: readonly { readonly transaction_id: string; readonly captured: number }[];
  };
  const rows = await query<Booked>(
    addresses.database,
    `select coalesce(granted.id, booked.id) as transaction, coalesce(grants, 0)::int as grants,
       coalesce(entries, 0)::int as entries, amount::int as amount
     from (select transaction_id as id, count(*) as grants from subscription_grants
       where provider = 'paddle' and kind = 'payment' group by 1) granted
     full join (select reference as id, count(*) as entries, sum(amount) as amount from ledger_entries
       where provider = 'paddle' and kind = 'payment' group by 1) booked on booked.id = granted.id`,
  );
  const byTransaction = new Map(rows.map((row) => [row.transaction, row]));
  const taken = paddle.map(({ transaction_id: id, captured }) => ({ captured, row: byTransaction.get(id) }));
  const known = new Set(paddle.map(({ transaction_id: id }) => id));
  const having = (test: (row: Booked | undefined, captured: number) => boolean): number =>
    taken.filter(({ row, captured }) => test(row, captured)).length;
  return {
    taken: paddle.length,
    lost: having((row) => (row?.grants ?? 0) === 0),
    twice: having((row) => (row?.grants ?? 0) > 1),
    misbooked: having((row, captured) => row?.entries !== 1 || row.amount !== captured),
    unpaid: rows.filter(({ transaction }) => !known.has(transaction)).length,
  };
}

/** Waits until every taken payment has its entitlement and entry, or the limit in ms is over; returns the last comparison. */
export async function waitUntilFulfilled(
  addresses: Pick<Addresses, 'sandbox' | 'database'>,
  limitMs: number,
): Promise<LedgerComparison> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const comparison = await compareLedger(addresses);
    if ((comparison.lost === 0 && comparison.misbooked === 0) || performance.now() > deadline)
      return comparison;
    await sleep(500);
  }
}

/** Runs one statement on a new connection. */
export async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString });
  // An error of a connection that breaks later than its statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    client.end().catch(() => undefined);
  }
}
