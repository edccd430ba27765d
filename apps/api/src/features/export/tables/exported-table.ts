import type { RawBuilder } from 'kysely';

/** A table whose rows about a person are exported. Every column is listed: here, or with the reason why it is withheld. */
export interface ExportedTable {
  readonly table: string;
  /** The file's title and description in the archive, for people to read. */
  readonly title: string;
  readonly about: string;
  readonly columns: readonly string[];
  readonly withheld?: Readonly<Record<string, string>>;
  /** Selects the person's rows; by default those with their `user_id`. */
  readonly owned?: (userId: string) => RawBuilder<boolean>;
}

/** Why a hash is withheld. */
export const hash = 'A one-way hash; we don’t store the secret itself.';
