import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import { queryPrepared } from '../../../platform/database/prepared.ts';

type Reader = Database | DatabaseTransaction;

/** A candidate account for a sign-in. */
export interface SignInCandidate {
  readonly id: string;
  readonly passwordHash: string | null;
}

/** The candidate accounts for an address and a password. */
interface SignInCandidates {
  readonly verified: SignInCandidate | null;
  /** The newest of several. */
  readonly unverified: SignInCandidate | null;
  /** The one deleted last, while it can still be recovered. */
  readonly deleted: SignInCandidate | null;
}

/** A single query for any number of accounts. */
const findCandidates = {
  name: 'sign-in-candidates',
  text: `
    (select 'verified' as kind, id, password_hash as "passwordHash"
    from users where email = $1 and deleted_at is null and verified_at is not null
    limit 1)
    union all
    (select 'unverified', id, password_hash
    from users where email = $1 and deleted_at is null and verified_at is null
    order by created_at desc, id desc limit 1)
    union all
    (select 'deleted', id, password_hash
    from users where email = $1 and deleted_at is not null
    order by deleted_at desc, id desc limit 1)`,
};

/** Returns the accounts with this email address among which a password decides; null where there is none of a kind. */
export async function signInCandidates(db: Reader, email: string): Promise<SignInCandidates> {
  type Row = SignInCandidate & { readonly kind: keyof SignInCandidates };
  const rows = await queryPrepared<Row>(db, findCandidates, [email]);
  const found = (kind: keyof SignInCandidates) => {
    const row = rows.find((one) => one.kind === kind);
    return row === undefined ? null : { id: row.id, passwordHash: row.passwordHash };
  };
  return { verified: found('verified'), unverified: found('unverified'), deleted: found('deleted') };
}

/** Returns the account for a password reset: the confirmed one of an address, else the newest with it. */
export async function accountToReset(
  db: Reader,
  email: string,
): Promise<{ readonly id: string; readonly isVerified: boolean } | null> {
  const { verified, unverified } = await signInCandidates(db, email);
  const account = verified ?? unverified;
  return account === null ? null : { id: account.id, isVerified: verified !== null };
}
