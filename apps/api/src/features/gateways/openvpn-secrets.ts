import { hkdfSync } from 'node:crypto';
import type { OpenvpnSecrets } from '@comet/contract';

const lengths = { pepper: 32, tlsCryptV2ServerKey: 128 } as const;

/**
 * The secrets with which one gateway speaks OpenVPN, by HKDF-SHA256 (RFC 5869) from the control plane's own: nothing is stored, every
 * replica knows them, and a gateway that is taken over gives away no other's.
 */
export function openvpnSecretsOf(master: Uint8Array, gatewayId: string): OpenvpnSecrets {
  const derive = (name: keyof typeof lengths) =>
    Buffer.from(
      hkdfSync('sha256', master, '', `comet-openvpn-v1\n${name}\n${gatewayId}`, lengths[name]),
    ).toString('base64url');
  return { pepper: derive('pepper'), tlsCryptV2ServerKey: derive('tlsCryptV2ServerKey') };
}
