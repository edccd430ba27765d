import { writeWireguardConfig } from '@comet/tunnel-config';
import type { WireguardConfig } from '../downloads.ts';

/** A text file with its name. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

const everything = ['0.0.0.0/0', '::/0'];

/**
 * Maximum number of characters: wg-quick names the interface after the file, and Linux limits interface
 * names.
 */
const maxNameLength = 15;

/** The file for WireGuard's own programs. Throws if a value of the API is invalid in such a file. */
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
  return { name: wireguardFileName(config), text: written.value };
}

/** The file name of a config: `comet-nl-ams.conf`. */
export function wireguardFileName(config: Pick<WireguardConfig, 'location' | 'id'>): string {
  return `${interfaceName(config)}.conf`;
}

/** Returns `comet-LOCATION`, truncated to the maximum length; truncated names end with a part of the configuration's id. */
function interfaceName({ location, id }: Pick<WireguardConfig, 'location' | 'id'>): string {
  for (const name of [`comet-${location}`, location]) if (name.length <= maxNameLength) return name;
  return `${location.slice(0, 6)}-${id.slice(-8)}`;
}
