import { type SubjectKeys, subjectOf, weekOf } from '@comet/admission';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Keys, KeyFile } from '../../platform/keys/keys.ts';
import { createSealer, opened, type Sealer } from '../../platform/keys/seal.ts';
import { gatewayMac } from '../grants/index.ts';
import { otherKeys } from './compare-keys.ts';

/** Number of rows checked of each kind, the latest first. */
const sampleSize = 20;

/**
 * Throws `WrongKeys` if a key (except those in `lost`) cannot have made what the database holds: none of the latest values match it.
 * Signing keys, `pepper.key`, `buckets.key` and `support.key` leave no values there to check.
 */
export async function requireMatchingKeys(
  trx: DatabaseTransaction,
  folder: string,
  keys: Keys,
  lost: readonly KeyFile[] = [],
): Promise<void> {
  const sealer = createSealer(keys.seal);
  const checks: readonly (readonly [KeyFile, readonly boolean[]])[] = [
    ['seal.key', await sealedSamples(trx, sealer)],
    ['subjects.key', await subjectSamples(trx, keys.subjects)],
    ['openvpn.key', await loginSamples(trx, sealer, keys.openvpn)],
  ];
  const others = checks.flatMap(([file, matches]) =>
    matches.length === 0 || matches.includes(true) || lost.includes(file) ? [] : [file],
  );
  if (others.length > 0) throw otherKeys(folder, others);
}

async function sealedSamples(trx: DatabaseTransaction, sealer: Sealer): Promise<boolean[]> {
  const { rows } = await sql<{ sealed: string }>`
    (select sealed_secret as sealed from two_factor order by created_at desc limit ${sampleSize})
    union all (select totp_secret from operators order by created_at desc limit ${sampleSize})
    union all (select sealed_password from upstreams order by created_at desc limit ${sampleSize})
    union all (select sealed_password from openvpn_credentials order by created_at desc limit ${sampleSize})
    union all (select sealed_password from proxy_users where sealed_password is not null
      order by created_at desc limit ${sampleSize})
    union all (select sealed_proxy_password from services where sealed_proxy_password is not null limit ${sampleSize})`.execute(
    trx,
  );
  return rows.map(({ sealed }) => opened(sealer, sealed) !== null);
}

async function subjectSamples(trx: DatabaseTransaction, subjects: SubjectKeys): Promise<boolean[]> {
  const rows = await trx
    .selectFrom('gatewayGrants')
    .select(['userId', 'gatewayId', 'sub', 'createdAt'])
    .where('sub', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(sampleSize)
    .execute();
  return rows.map(
    ({ userId, gatewayId, sub, createdAt }) =>
      sub === subjectOf(subjects, userId ?? '', gatewayId, weekOf(createdAt)),
  );
}

async function loginSamples(
  trx: DatabaseTransaction,
  sealer: Sealer,
  openvpn: Uint8Array,
): Promise<boolean[]> {
  const rows = await trx
    .selectFrom('gatewayGrants')
    .innerJoin('openvpnCredentials', 'openvpnCredentials.userId', 'gatewayGrants.userId')
    .select(['gatewayId', 'mac', 'username', 'sealedPassword'])
    .where('kind', '=', 'openvpn')
    .orderBy('gatewayGrants.createdAt', 'desc')
    .limit(sampleSize)
    .execute();
  return rows.flatMap(({ gatewayId, mac, username, sealedPassword }) => {
    const password = opened(sealer, sealedPassword);
    return password === null
      ? []
      : [mac === gatewayMac(openvpn, gatewayId, username, String(password.value))];
  });
}
