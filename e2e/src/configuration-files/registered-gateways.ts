import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { api, ReplyOf } from '@comet/contract';
import { runSql } from '../support/database.ts';

export type Offer = ReplyOf<typeof api.chooseOpenvpnProfile>['offers'][number];

/** One offer for each OpenVPN variant. */
export const allOffers: readonly Offer[] = [
  { variant: 'udp', port: 1194 },
  { variant: 'tcp', port: 1195 },
  { variant: 'tls', port: 8443 },
  {
    variant: 'shadowsocks',
    port: 8388,
    method: 'chacha20-ietf-poly1305',
    password: randomBytes(24).toString('base64url'),
  },
  { variant: 'obfs4', port: 9443, cert: randomBytes(52).toString('base64').replace(/=+$/, '') },
];

interface FakeGateway {
  readonly location: string;
  readonly offers?: readonly Offer[];
  readonly loadPercent?: number;
}

/** Inserts gateways that count as online for a day into the database: this stack has no lab. */
export async function insertGateways(gateways: readonly FakeGateway[]): Promise<void> {
  for (const { location, offers, loadPercent = 20 } of gateways) {
    const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' });
    await runSql(
      `insert into gateways (
         id, location_code, credential_hash, wireguard_public_key, wireguard_port, door_port, ipv4, ipv6,
         version, peers, load_percent, openvpn, last_heard_at, created_at
       ) values (
         gen_random_uuid(), $1, $2, $3, 51820, 443, $4, null, '1.0.0', 0, $5, $6, now() + interval '1 day', now()
       )`,
      [
        location,
        createHash('sha256').update(randomBytes(32)).digest(),
        Buffer.from(String(x), 'base64url').toString('base64'),
        `203.0.113.${1 + ((randomBytes(1)[0] ?? 0) % 250)}`,
        loadPercent,
        offers === undefined ? null : JSON.stringify({ offers }),
      ],
    );
  }
}
