import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/**
 * What the books keep of a provider's id once its account is gone: enough to know it again when the provider says it once more, and nothing
 * that could be looked up there. An id is random, so that its hash cannot be guessed.
 */
export function traceOf(id: string): string {
  return `gone:${createHash('sha256').update(id).digest('hex')}`;
}

/** The same in SQL, for a column. */
export function traceIn(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`'gone:' || encode(sha256(convert_to(${column}, 'UTF8')), 'hex')`;
}
