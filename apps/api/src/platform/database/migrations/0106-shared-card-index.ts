import { type Kysely, sql } from 'kysely';

export const runsInTransaction = false;

/** Cards of one statement: few cards are shared. */
const perUpdate = 500;

/** Marks the cards that were shared before 0105. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists card_uses_shared`.execute(db);
  await sql`create index concurrently card_uses_shared on card_uses (used_at) where is_shared`.execute(db);
  const { rows } = await sql<{ card: string }>`
    select encode(card_hash, 'hex') as card from card_uses group by card_hash
    having bool_or(not is_shared) and count(distinct user_id) + count(*) filter (where user_id is null) > 1`.execute(
    db,
  );
  for (let start = 0; start < rows.length; start += perUpdate) {
    const cards = rows.slice(start, start + perUpdate).map(({ card }) => Buffer.from(card, 'hex'));
    await sql`update card_uses set is_shared = true where card_hash = any(${cards}::bytea[]) and not is_shared`.execute(
      db,
    );
  }
}
