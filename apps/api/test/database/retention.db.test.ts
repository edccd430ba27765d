import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteOldLinks } from '../../src/features/email-links/index.ts';
import { deleteOldActions } from '../../src/features/operator-commands/index.ts';
import { sweepExits } from '../../src/features/exits/index.ts';
import { deleteOldEntries } from '../../src/features/payments/index.ts';
import { deleteOldUsage } from '../../src/features/residential-data/index.ts';
import { deleteOldTasks } from '../../src/features/support-tickets/index.ts';
import { deleteOldEmailFacts } from '../../src/platform/mail/outbox.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
let user: TestUser;
beforeAll(async () => {
  under = await startApi();
  user = await makeUser(under);
});
afterAll(() => under.stop());

const operations = join(import.meta.dirname, '../../../../docs/operations.md');

test('every table has one line in the table of retention, and every line names existing tables', async () => {
  const text = await readFile(operations, 'utf8');
  const [, section = ''] = /^### How long data is kept$([\s\S]*?)^### /m.exec(text) ?? [];
  const listed = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name));
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely\\_%'`.execute(under.dependencies.db);
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

const now = new Date('2026-11-21T12:00:00.000Z');

describe('deletes what is older than the rule, in more than one batch, and keeps the rest', () => {
  /** More than one batch. */
  const old = 501;

  const count = async (table: string, where = sql<boolean>`true`) => {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)} where ${where}`.execute(under.dependencies.db);
    return rows[0]?.rows;
  };

  test('mailed links 30 days after their expiry', async () => {
    const { db } = under.dependencies;
    await sql`
      insert into email_links (user_id, purpose, token_hash, created_at, expires_at)
      select ${user.id}, 'verify', sha256(n::text::bytea), ${now}, ${now}::timestamptz - interval '30 days'
        - case when n > 1 then interval '1 millisecond' else interval '0' end
      from generate_series(1, ${old + 1}) n`.execute(db);
    expect(await deleteOldLinks(db, now)).toBe(old);
    expect(await count('email_links', sql`expires_at <= ${now}`)).toBe(1);
  });

  test('receipts and reminders after 90 days, and no other email', async () => {
    const { db } = under.dependencies;
    const at = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);
    await sql`
      insert into posted_emails (user_id, kind, fact, posted_at)
      select ${user.id}, case n % 2 when 0 then 'receipt' else 'reminder ended' end, n::text, ${at(91)}
      from generate_series(1, ${old}) n`.execute(db);
    await db
      .insertInto('postedEmails')
      .values([
        { userId: user.id, kind: 'receipt', fact: 'new', postedAt: at(90) },
        { userId: user.id, kind: 'crypto_to_return', fact: 'old', postedAt: at(1000) },
      ])
      .execute();
    expect(await deleteOldEmailFacts(db, now)).toBe(old);
    expect(await count('posted_emails')).toBe(2);
  });

  test('days of usage after 400 days, once they are in the ledger, also without a proxy user', async () => {
    const { db } = under.dependencies;
    await sql`
      insert into data_usage_days (user_id, product, proxy_user_id, day, bytes, entered_bytes)
      select ${user.id}, 'residential_vpn', null, '2025-10-17'::date - n, 5, case n when 7 then 4 else 5 end
      from generate_series(0, ${old + 1}) n`.execute(db);
    expect(await deleteOldUsage(db, now)).toBe(old);
    // The day 400 days ago stays, and the one that is not in the ledger yet.
    const { rows } = await sql<{ day: string }>`select day::text from data_usage_days order by day`.execute(
      db,
    );
    expect(rows.map(({ day }) => day)).toEqual(['2025-10-10', '2025-10-17']);
  });

  test('entries of removed accounts after ten full years, and never those of an account', async () => {
    const { db } = under.dependencies;
    const entry = (reference: string, bookedAt: string) => ({
      ...{ provider: 'paddle' as const, kind: 'payment' as const, reference, orderId: null },
      ...{ product: 'yearly', amount: 5988, tax: 998, currency: 'USD' },
      ...{ happenedAt: new Date(bookedAt), bookedAt: new Date(bookedAt) },
    });
    await db
      .insertInto('ledgerEntries')
      .values([
        entry('gone:1', '2015-12-31T23:59:59.999Z'),
        entry('gone:2', '2016-01-01T00:00:00.000Z'),
        entry('gone:3', '2026-01-01T00:00:00.000Z'),
      ])
      .execute();
    expect(await deleteOldEntries(db, now)).toBe(1);
    expect(await count('ledger_entries')).toBe(2);
  });

  test('reads of operators after 400 days, and changes after ten full years', async () => {
    const { db } = under.dependencies;
    const action = (name: 'operator_read' | 'refund', doneAt: string) => ({
      ...{ operator: 'ada', action: name, userId: null, details: '{}', doneAt: new Date(doneAt) },
    });
    await db
      .insertInto('operatorActions')
      .values([
        action('operator_read', '2025-10-17T11:59:00.000Z'),
        action('operator_read', '2025-10-17T12:01:00.000Z'),
        action('refund', '2015-12-31T12:00:00.000Z'),
        action('refund', '2016-01-01T12:00:00.000Z'),
      ])
      .execute();
    await deleteOldActions(db, now);
    const left = await db
      .selectFrom('operatorActions')
      .select('doneAt')
      .where('operator', '=', 'ada')
      .execute();
    expect(left.map(({ doneAt }) => doneAt.toISOString()).toSorted()).toEqual([
      '2016-01-01T12:00:00.000Z',
      '2025-10-17T12:01:00.000Z',
    ]);
  });

  test('closed tasks without a customer after ten full years', async () => {
    const { db } = under.dependencies;
    const task = (cause: string, closedAt: Date | null) => ({
      ...{
        userId: null,
        kind: 'payment_without_order',
        cause,
        subject: 'S',
        body: 'B',
        name: null,
        email: null,
      },
      ...{ openedAt: new Date('2015-01-01'), changedAt: new Date('2015-01-01'), closedAt },
      state: closedAt === null ? ('open' as const) : ('closed' as const),
    });
    await db
      .insertInto('supportTickets')
      .values([task('old', new Date('2015-12-31')), task('open', null), task('new', new Date('2016-01-01'))])
      .execute();
    expect(await deleteOldTasks(db, now)).toBe(1);
    expect(await count('support_tickets')).toBe(2);
  });

  test('expired invitations of exits', async () => {
    const { db } = under.dependencies;
    const invitation = (token: string, expiresAt: Date) => ({
      ...{ tokenHash: Buffer.from(token), country: 'NL', city: 'ams', cityName: 'Amsterdam' },
      ...{ latitude: 52, longitude: 4, use: 'native' as const, createdAt: now, expiresAt, usedAt: null },
    });
    await db
      .insertInto('exitInvitations')
      .values([invitation('past', new Date(now.getTime() - 1)), invitation('valid', now)])
      .execute();
    await sweepExits({ db, clock: { now: () => now } });
    expect(await count('exit_invitations')).toBe(1);
  });
});
