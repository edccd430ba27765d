import { hkdfSync } from 'node:crypto';
import type { OpenvpnSecrets } from '@comet/contract';
import type { Database } from '../../platform/database/database.ts';

const lengths = { pepper: 32, tlsCryptV2ServerKey: 128 } as const;

/**
 * Derives one gateway's OpenVPN secrets with HKDF-SHA256 (RFC 5869) from the control plane's own secret: nothing is stored, every replica
 * derives the same values, and a compromised gateway does not expose another's.
 */
export function openvpnSecretsOf(master: Uint8Array, gatewayId: string): OpenvpnSecrets {
  const derive = (name: keyof typeof lengths) =>
    Buffer.from(
      hkdfSync('sha256', master, '', `comet-openvpn-v1\n${name}\n${gatewayId}`, lengths[name]),
    ).toString('base64url');
  return { pepper: derive('pepper'), tlsCryptV2ServerKey: derive('tlsCryptV2ServerKey') };
}

/**
 * Returns the version of the keys sent to gateways, given their SHA-256. It grows whenever the keys differ from the last ones sent by any replica, so that
 * earlier keys cannot be replayed to a gateway.
 */
export async function keysVersionOf(db: Database, keysHash: Buffer): Promise<number> {
  const known = await db
    .selectFrom('gatewayFeed')
    .select(['keysVersion', 'keysHash'])
    .executeTakeFirstOrThrow();
  if (known.keysHash.equals(keysHash)) return known.keysVersion;
  return db.transaction().execute(async (trx) => {
    const last = await trx
      .selectFrom('gatewayFeed')
      .select(['keysVersion', 'keysHash'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (last.keysHash.equals(keysHash)) return last.keysVersion;
    const keysVersion = last.keysVersion + 1;
    await trx.updateTable('gatewayFeed').set({ keysVersion, keysHash }).execute();
    return keysVersion;
  });
}
