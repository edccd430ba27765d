import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { addressesOf, tunnelPools } from '@comet/admission';
import { systemClock, unixSeconds } from '@comet/foundation';
import { connectControlPlane, enrol, newFeedFile } from '@comet/gateway';
import type { WireguardPeer } from '@comet/linux-network';
import type { Addresses } from '@comet/stack';
import pg from 'pg';
import type { Followed } from './agent-peers.ts';

/** A gateway enrolled at a running control plane, with its configurations. */
interface GatewayConfigs {
  /** The same peers as in the feed. */
  readonly peers: readonly WireguardPeer[];
  /** Opens the gateway's feed with an empty state. */
  follow(): Followed;
}

/**
 * Enrols a gateway at a location without a lab gateway, and inserts `count` configurations for it into the database: creating so many
 * through the API would take an hour.
 */
export async function makeConfigs(addresses: Addresses, count: number): Promise<GatewayConfigs> {
  const client = new pg.Client({ connectionString: addresses.database });
  await client.connect();
  try {
    const token = randomBytes(32).toString('base64url');
    await client.query(
      `insert into enrolment_tokens (token_hash, location_code, created_at, expires_at)
      values ($1, 'ch-zrh', now(), now() + interval '1 hour')`,
      [createHash('sha256').update(token).digest()],
    );
    let credential: { token: string; key: string | null } | null = null;
    const controlPlane = connectControlPlane(addresses.api, () => credential, systemClock);
    const place = { wireguardPort: 51_820, doorPort: 443, ipv4: '203.0.113.99', ipv6: null };
    const pending = { read: () => Promise.resolve(null), write: () => Promise.resolve() };
    const quiet = { sleep: () => Promise.resolve(), onWaiting: () => undefined };
    const enrolled = await enrol({ controlPlane, token, place, pending, ...quiet });
    if (!enrolled.ok) throw new Error(`The gateway could not enrol: ${enrolled.error}`);
    const { identity, ticketKeys, feedKeys } = enrolled.value;
    credential = { token: identity.credential, key: identity.credentialKey };
    const keys = Array.from({ length: count }, () => randomBytes(32).toString('base64'));
    await client.query(
      `with owner as (
        insert into users (email, password_hash, verified_at, created_at)
        values ('configs-' || $4 || '@example.com', 'none', now(), now()) returning id
      )
      insert into gateway_grants (gateway_id, user_id, sub, kind, public_key, host, created_at)
      select $1, owner.id, repeat('s', 22), 'wireguard', key, $3 + position, now()
      from owner, unnest($2::text[]) with ordinality as given (key, position)`,
      [identity.gatewayId, keys, tunnelPools.static.first, randomUUID()],
    );
    await client.query('vacuum analyze gateway_grants');
    const peers = keys.map((publicKey, index) => {
      const { ipv4, ipv6 } = addressesOf(tunnelPools.static.first + index + 1);
      return { publicKey, allowedIps: [`${ipv4}/32`, `${ipv6}/128`] };
    });
    return {
      peers,
      follow: () => ({
        gatewayId: identity.gatewayId,
        kept: newFeedFile({ ticketKeys, feedKeys }, unixSeconds(new Date())),
        open: controlPlane.feed,
      }),
    };
  } finally {
    await client.end();
  }
}
