import { writeWireguardConfig } from '@comet/tunnel-config';
import type { WireguardConfig } from './downloads.ts';

/** A file under its name, as text. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

const everything = ['0.0.0.0/0', '::/0'];

/**
 * The file that WireGuard's own programs read, named so that wg-quick makes an interface of it (15 signs at most). Throws where the API
 * gave a value that has no place in such a file.
 */
export function wireguardFile(config: WireguardConfig, privateKey: string): TextFile {
  const written = writeWireguardConfig({
    interface: {
      privateKey,
      addresses: [`${config.ipv4}/32`, `${config.ipv6}/128`],
      dns: config.dns,
    },
    peers: [{ publicKey: config.serverPublicKey, allowedIps: everything, endpoint: config.endpoint }],
  });
  if (!written.ok) throw new Error(`The API gave a wrong ${written.error.field}`);
  return { name: `comet-${config.location}.conf`, text: written.value };
}
