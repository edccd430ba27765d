import { dpopWindow } from '@comet/admission';
import { sql } from 'kysely';
import { hashOfToken, newSecretToken } from '../keys/secret-token.ts';
import { deleteInBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import { queryPrepared } from '../database/prepared.ts';

/** Machines with their own credential: gateways, and exits on residential lines. */
export type MachineKind = 'gateway' | 'exit';

/**
 * The table of each kind of machine. Each has the columns `credential_*` and `next_credential_*` of migration 0055. The tables
 * `<kind>_proofs` and `<kind>_addresses` refer to it by `<kind>_id`.
 */
const machineTables = {
  gateway: { machines: 'gateways', endedAt: 'retired_at' },
  exit: { machines: 'exits', endedAt: 'withdrawn_at' },
} as const satisfies Record<MachineKind, object>;

/** Machines renew their credentials long before; one that was off for longer must enrol again. */
export const credentialLifeMs = 90 * 24 * 3600 * 1000;

/** A machine's credential as it was presented. */
export interface FoundCredential {
  readonly id: string;
  /** Its public key (SPKI, DER); null where it is not bound to a key. */
  readonly key: Buffer | null;
  readonly expiresAt: Date | null;
  /** True for the next credential, which replaces the current one on first use. */
  readonly isNext: boolean;
  /** Whether the machine has called from this source before. */
  readonly isKnownSource: boolean;
}

const findStatement = (kind: MachineKind) => {
  const { machines, endedAt } = machineTables[kind];
  return {
    name: `find-${kind}-credential`,
    text: `select id, credential_hash <> $1 as is_next,
      case when credential_hash = $1 then credential_key else next_credential_key end as key,
      case when credential_hash = $1 then credential_expires_at else next_credential_expires_at end as expires_at,
      exists (select 1 from ${kind}_addresses where ${kind}_id = ${machines}.id and address = $2) as is_known_source
    from ${machines} where (credential_hash = $1 or next_credential_hash = $1) and ${endedAt} is null`,
  };
};

const find = { gateway: findStatement('gateway'), exit: findStatement('exit') };

/** Returns null for an unknown credential, or one of a machine that was taken out of service. */
export async function findCredential(
  db: Database,
  kind: MachineKind,
  token: string,
  source: string,
): Promise<FoundCredential | null> {
  const [found] = await queryPrepared<FoundCredential>(db, find[kind], [hashOfToken(token), source]);
  return found ?? null;
}

/**
 * Returns the public keys (SPKI, DER) of machines' credentials that are in force at `now`: of the current one, and of the next, which is
 * used first by a call or by a signature. Machines that are unknown or out of service are missing.
 */
export async function credentialKeysOf(
  db: Database,
  kind: MachineKind,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly Buffer[]>> {
  if (ids.length === 0) return new Map();
  const { machines, endedAt } = machineTables[kind];
  const { rows } = await sql<{ id: string; current: Buffer | null; next: Buffer | null }>`
    select id,
      case when credential_expires_at is null or credential_expires_at > ${now} then credential_key end as current,
      case when next_credential_expires_at > ${now} then next_credential_key end as next
    from ${sql.table(machines)} where id = any (${sql.val(ids)}::uuid[]) and ${sql.ref(endedAt)} is null`.execute(
    db,
  );
  return new Map(rows.map(({ id, current, next }) => [id, [current, next].filter((key) => key !== null)]));
}

const proofsOf = (kind: MachineKind) => sql.table(`${kind}_proofs`);

/** Accepts a proof once: false where it was accepted before. */
export async function acceptProof(
  db: Database,
  kind: MachineKind,
  proof: { readonly id: string; readonly machineId: string },
  now: Date,
): Promise<boolean> {
  // A proof may be dated up to one window ahead, and is valid for another one after that.
  const expiresAt = new Date(now.getTime() + 2 * dpopWindow * 1000);
  const { rows } = await sql`
    insert into ${proofsOf(kind)} (id, ${sql.ref(`${kind}_id`)}, expires_at)
    values (${proof.id}, ${proof.machineId}, ${expiresAt}) on conflict do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** Deletes the stored DPoP proofs (RFC 9449 §11.1) that have expired at `now`: they can no longer be replayed. */
export function deleteProofs(db: Database, kind: MachineKind, now: Date): Promise<number> {
  return deleteInBatches(db, kind === 'gateway' ? 'gatewayProofs' : 'exitProofs', {
    key: ['id'],
    orderBy: 'expiresAt',
    due: sql`expires_at < ${now}`,
  });
}

/** The next credential, with its expiry. */
interface OfferedCredential {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Creates the next credential, bound to `key` (SPKI, DER). The current one stays valid until the first use of the next; an earlier unused
 * next one becomes invalid.
 */
export async function offerCredential(
  db: Database,
  kind: MachineKind,
  machineId: string,
  key: Buffer,
  now: Date,
): Promise<OfferedCredential> {
  const { token, hash } = newSecretToken();
  const expiresAt = new Date(now.getTime() + credentialLifeMs);
  await sql`
    update ${sql.table(machineTables[kind].machines)}
    set next_credential_hash = ${hash}, next_credential_key = ${key}, next_credential_expires_at = ${expiresAt}
    where id = ${machineId}`.execute(db);
  return { token, expiresAt };
}

/** Replaces the current credential with the next. Does nothing where that has been done, or another was created since. */
export async function rotateCredential(db: Database, kind: MachineKind, token: string): Promise<void> {
  await sql`
    update ${sql.table(machineTables[kind].machines)}
    set credential_hash = next_credential_hash, credential_key = next_credential_key,
      credential_expires_at = next_credential_expires_at,
      next_credential_hash = null, next_credential_key = null, next_credential_expires_at = null
    where next_credential_hash = ${hashOfToken(token)}`.execute(db);
}
