import { addressesOf } from '@comet/admission';
import type { Grant } from '@comet/contract';
import type { Selectable } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { Sealer } from '../../platform/keys/seal.ts';

/** The columns of `gateway_grants` that say what a gateway is told. */
export const grantColumns = ['id', 'kind', 'sub', 'publicKey', 'host', 'mac', 'terms'] as const;

type StoredGrant = Pick<Selectable<Schema['gatewayGrants']>, (typeof grantColumns)[number]>;

/** A grant as gateways are told of it. `sealer` opens the password of a provider's endpoint. */
export function grantOf(row: StoredGrant, sealer: Pick<Sealer, 'open'>): Grant {
  const { id, kind, sub, publicKey, host, mac, terms } = row;
  if (kind === 'wireguard' && sub !== null && publicKey !== null && host !== null)
    return { kind, id, sub, publicKey, ...addressesOf(host) };
  if (kind === 'openvpn' && sub !== null && mac !== null) return { kind, id, sub, mac };
  if (kind === 'proxy' && sub !== null && mac !== null && terms !== null && 'username' in terms)
    return { kind, id, sub, mac, proven: [], ...terms };
  if (kind === 'upstream' && terms !== null && 'sealedPassword' in terms) {
    const { sealedPassword, ...rest } = terms;
    const unbound = { rules: { ports: [], networks: [], names: [] }, bytesPerSecond: null };
    return { kind, id, ...unbound, ...rest, password: String(sealer.open(sealedPassword)) };
  }
  throw new Error(`Grant ${id} lacks what its kind needs`);
}
