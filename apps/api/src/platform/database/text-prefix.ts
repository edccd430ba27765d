import { type Expression, type RawBuilder, sql } from 'kysely';

/** Matches texts that start with `prefix`, in an index with the collation "C". */
export const startsWith = (text: Expression<string | null>, prefix: string): RawBuilder<boolean> =>
  sql<boolean>`${byBytes(text)} between ${prefix} and ${`${prefix}\u{10ffff}`}`;

/** Compares by bytes, as the indexes for prefixes are ordered. */
export const byBytes = (text: Expression<string | null>): RawBuilder<string> =>
  sql<string>`${text} collate "C"`;
