import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBridge } from '@comet/admission';
import { sql } from 'kysely';
import { usage } from '../../../src/help.ts';
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

/** Writes a new bridge into a file of this folder and returns its path. */
export async function writeBridge(folder: string): Promise<string> {
  const file = join(folder, randomUUID());
  const login = { method: 'chacha20-ietf-poly1305', password: randomUUID() } as const;
  await writeFile(file, formatBridge({ kind: 'shadowsocks', host: '203.0.113.9', port: 443, ...login }));
  return file;
}

/** The programs themselves: what they change is recorded where it happens. */
const services = ['serve', 'work', 'migrate', 'setup'];

/** Every command with each of its verbs, as the help lists them. */
export function listedCommands(): readonly string[] {
  const lines = usage('comet-ops').matchAll(/^ {2}([a-z][a-z-]*)(?: ([a-z][a-z|-]*))?(?= )/gm);
  const all = [...lines].flatMap(([, command = '', verbs]) =>
    verbs === undefined ? [command] : verbs.split('|').map((verb) => `${command} ${verb}`),
  );
  return [...new Set(all)].filter((command) => !services.includes(command));
}

/** Adds an upstream by its command, and returns its id. */
export async function addUpstream(
  under: ApiUnderTest,
  folder: string,
  upstreams: (...words: readonly string[]) => Promise<string>,
): Promise<string> {
  const file = join(folder, randomUUID());
  await writeFile(file, 'a-password\n');
  const options = ['--user', 'me-{session}-{country}', '--password-file', file, '--countries', 'US'];
  await upstreams('add', 'socks5', `${randomUUID().slice(0, 8)}.example.com`, '1080', ...options);
  const { id } = await under.dependencies.db
    .selectFrom('upstreams')
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}
