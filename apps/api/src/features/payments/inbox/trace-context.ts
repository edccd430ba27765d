import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/**
 * The value that the ledger keeps in place of a provider's id after the account is deleted: it matches later events with the same id and
 * cannot be looked up at the provider. Ids are random, so the hash cannot be guessed.
 */
export function traceOf(id: string): string {
  return `gone:${createHash('sha256').update(id).digest('hex')}`;
}

/** The same in SQL, for a column. */
export function traceIn(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`'gone:' || encode(sha256(convert_to(${column}, 'UTF8')), 'hex')`;
}
