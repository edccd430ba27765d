import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { cryptoCalls } from '../../crypto/crypto-calls.ts';
import { type ApiUnderTest, makeUser } from '../../fixture/api-fixture.ts';

/** Inserts an open ticket without an account, and returns its id. */
export async function newTicket(under: ApiUnderTest): Promise<string> {
  const now = under.clock.now();
  const { id } = await under.dependencies.db
    .insertInto('supportTickets')
    .values({
      ...{ userId: null, kind: 'message', cause: randomUUID(), subject: 'Hello', body: null },
      ...{ name: 'Ada', email: 'ada@example.com', openedAt: now, changedAt: now, closedAt: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a job that waits for its retry, and returns its id. */
export async function failedJob(under: ApiUnderTest): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, start_after, retry_limit)
    values ('test.audited', '{}', 'retry', now() + interval '1 hour', 3) returning id`.execute(
    under.dependencies.db,
  );
  return rows[0]?.id ?? '';
}

/** Inserts an event of Paddle that waits for its retry, and returns its id. */
export async function failedEvent(under: ApiUnderTest): Promise<string> {
  const now = under.clock.now();
  const eventId = randomUUID();
  await under.dependencies.db
    .insertInto('providerEvents')
    .values({
      ...{ provider: 'paddle', eventId, eventType: 'x', occurredAt: now, receivedAt: now, processedAt: null },
      ...{ transactionId: null, subscriptionId: null, event: null, payload: '{}', tries: 1 },
      retryAt: new Date(now.getTime() + 1000),
    })
    .execute();
  return eventId;
}

/** Makes an order that was paid in crypto, and returns its id. */
export async function coinOrder(under: ApiUnderTest): Promise<string> {
  const crypto = cryptoCalls(() => under);
  const user = await makeUser(under);
  const { id } = await crypto.draft(user);
  await crypto.pay(user, id);
  await under.dependencies.db.updateTable('orders').set({ state: 'paid' }).where('id', '=', id).execute();
  return id;
}
