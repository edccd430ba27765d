import type { RawBuilder } from 'kysely';

/** A table of which a person gets the own rows. Every column is named: here, or with the reason why it stays. */
export interface ExportedTable {
  readonly table: string;
  /** Its file in the archive, and what stands in it, for a person to read. */
  readonly title: string;
  readonly about: string;
  readonly columns: readonly string[];
  readonly withheld?: Readonly<Record<string, string>>;
  /** Which rows are the person's; those with their `user_id` unless told. */
  readonly owned?: (userId: string) => RawBuilder<boolean>;
}

/** Why a hash stays. */
export const hash = 'A one-way hash; the secret itself is not kept by us.';
