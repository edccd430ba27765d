import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { newProofKey } from '@comet/admission';
import type pg from 'pg';

/** The identity of a simulated gateway. */
export interface FleetGateway {
  readonly id: string;
  readonly token: string;
  /** The key of its DPoP proofs, PKCS#8 as PEM. */
  readonly proofKey: string;
  /** Its source address: the API limits the calls of an address. */
  readonly address: string;
}

/** Numbers of rows of a fleet. */
export interface FleetAmounts {
  readonly gateways: number;
  /** Changes that are kept for all gateways together. */
  readonly changes: number;
  /** Grants that are in force on all gateways, and those of each gateway. */
  readonly sharedGrants: number;
  readonly ownGrants: number;
}

/** Adds gateways with credentials, grants and changes to the database. Clients do not choose them, since they report no health. */
export async function makeFleet(client: pg.Client, amounts: FleetAmounts): Promise<readonly FleetGateway[]> {
  const proofKeys = Array.from({ length: amounts.gateways }, newProofKey);
  const fleet = proofKeys.map(({ privateKey }, index) => ({
    id: randomUUID(),
    token: randomBytes(32).toString('base64url'),
    proofKey: privateKey,
    address: `10.200.${index >> 8}.${index & 255}`,
  }));
  await client.query(
    `insert into gateways (id, location_code, credential_hash, credential_key, credential_expires_at, wireguard_public_key,
       wireguard_port, door_port, ipv4, created_at, credentials_at,
       credentials_shared_at)
     select id, 'nl-ams', hash, key, now() + interval '30 days', encode(hash, 'base64'), 51820, 443, address, now(), now(), now()
     from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::text[]) as given (id, hash, key, address)`,
    [
      fleet.map(({ id }) => id),
      fleet.map(({ token }) => createHash('sha256').update(token).digest()),
      proofKeys.map(({ publicKey }) => Buffer.from(publicKey, 'base64')),
      fleet.map(({ address }) => address),
    ],
  );
  await client.query(
    `insert into gateway_addresses (gateway_id, address, first_used_at)
     select id, address, now() from unnest($1::uuid[], $2::text[]) as given (id, address)`,
    [fleet.map(({ id }) => id), fleet.map(({ address }) => address)],
  );
  const ids = fleet.map(({ id }) => id);
  // Millions of rows of the accounts and gateways above: checking their references would take longer than adding them.
  await client.query('set session_replication_role = replica');
  await client.query('set synchronous_commit = off');
  await addGrants(client, ids, amounts);
  await addChanges(client, ids, amounts.changes);
  await client.query('reset session_replication_role');
  await client.query('reset synchronous_commit');
  await client.query('vacuum (analyze) gateways, gateway_addresses, gateway_grants, gateway_changes');
  return fleet;
}

/**
 * OpenVPN credentials of as many accounts, valid on all gateways, and WireGuard configurations of each gateway, which belong to one account.
 */
async function addGrants(
  client: pg.Client,
  ids: readonly string[],
  { sharedGrants, ownGrants }: FleetAmounts,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (email, password_hash, verified_at, created_at)
     select 'holder-' || gen_random_uuid() || '@example.com', 'none', now(), now() from generate_series(1, $1::int) returning id`,
    [Math.max(1, sharedGrants)],
  );
  const holders = rows.map(({ id }) => id);
  await client.query(
    `insert into gateway_grants (id, gateway_id, user_id, sub, kind, mac, sealed_key, created_at)
     select gen_random_uuid(), null, id, null, 'credential', translate(encode(sha256(id::text::bytea), 'base64'), '+/=', '-_'), 'none', now()
     from unnest($1::uuid[]) as id`,
    [holders.slice(0, sharedGrants)],
  );
  for (const id of ids)
    await client.query(
      `insert into gateway_grants (gateway_id, user_id, sub, kind, public_key, host, created_at)
       select $1::uuid, $2, lpad(n::text, 22, 'w'), 'wireguard', encode(sha256(($1::uuid::text || n)::bytea), 'base64'), n, now()
       from generate_series(1, $3::int) n`,
      [id, holders[0], ownGrants],
    );
}

/** As many revocations of the last 26 hours, in equal parts for all gateways. */
async function addChanges(client: pg.Client, ids: readonly string[], changes: number): Promise<void> {
  const perInsert = 500_000;
  for (let start = 0; start < changes; start += perInsert)
    await client.query(
      `insert into gateway_changes (gateway_id, kind, sub, slot, not_before)
       select ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'revoke', substr(md5('kept' || n), 1, 22), n % 3,
         extract(epoch from now())::bigint - 93000 + n::bigint * 93000 / $4::bigint
       from generate_series($2::bigint, $3::bigint) n`,
      [ids, start, Math.min(start + perInsert, changes) - 1, changes],
    );
}

const feedLock = 0x63_6f_6d_65;

/** A new subject. */
export const newSubject = (): string => randomBytes(16).toString('base64url');

/** The statement of the API that adds and announces a change, for one revocation. */
const revokeStatement = {
  name: 'revoke',
  text: `
    with locked as materialized (select pg_advisory_xact_lock($1)),
    added as (
      insert into gateway_changes (gateway_id, kind, sub, not_before)
      select $2::uuid, 'revoke', $3, extract(epoch from now())::bigint + 1 from locked
      returning id)
    select pg_notify('gateway_changes', $4) from (select count(*) from added) finished`,
};

/** Revokes a subject on one gateway, or (null) on all, as the API does. Returns the time of the commit (`hrtime`, in ns). */
export async function revokeOn(client: pg.Client, gateway: string | null, sub: string): Promise<bigint> {
  await client.query('begin');
  await client.query({ ...revokeStatement, values: [feedLock, gateway, sub, gateway ?? ''] });
  await client.query('commit');
  return process.hrtime.bigint();
}
