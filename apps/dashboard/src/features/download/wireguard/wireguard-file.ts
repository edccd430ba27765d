import { writeWireguardConfig } from '@comet/tunnel-config';
import type { WireguardConfig } from '../downloads.ts';

/** A file under its name, as text. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

const everything = ['0.0.0.0/0', '::/0'];

/** Signs of the longest name that an interface may have, which wg-quick gives it by the file's. */
const maxNameLength = 15;

/** The file that WireGuard's own programs read. Throws where the API gave a value that has no place in such a file. */
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

/** The name under which a config is saved: `comet-nl-ams.conf`. */
export function wireguardFileName(config: Pick<WireguardConfig, 'location' | 'id'>): string {
  return `${interfaceName(config)}.conf`;
}

/** Returns `comet-LOCATION`, truncated to the maximum length; truncated names end with a part of the configuration's id. */
function interfaceName({ location, id }: Pick<WireguardConfig, 'location' | 'id'>): string {
  for (const name of [`comet-${location}`, location]) if (name.length <= maxNameLength) return name;
  return `${location.slice(0, 6)}-${id.slice(-8)}`;
}
