import { isCidr, isIp, isWireguardKey, parseEndpoint } from '@comet/foundation';

/**
 * The only settings a file may hold. PreUp, PostUp, PreDown, PostDown, SaveConfig, Table and FwMark are missing on
 * purpose: the first four run commands as root, the others change more than the tunnel.
 */
export interface Field {
  /** As wg(8) and wg-quick(8) spell it; they do not mind case. */
  readonly key: string;
  /** The model's name for it. */
  readonly name: string;
  readonly needed: boolean;
  readonly shape: 'text' | 'number' | 'list';
  valid(text: string): boolean;
}

const key = (text: string): boolean => isWireguardKey(text);

function wholeBetween(least: number, most: number): (text: string) => boolean {
  return (text) => /^(?:0|[1-9][0-9]{0,4})$/.test(text) && Number(text) >= least && Number(text) <= most;
}

export const interfaceFields: readonly Field[] = [
  { key: 'PrivateKey', name: 'privateKey', needed: true, shape: 'text', valid: key },
  { key: 'Address', name: 'addresses', needed: true, shape: 'list', valid: isCidr },
  { key: 'DNS', name: 'dns', needed: false, shape: 'list', valid: isIp },
  { key: 'MTU', name: 'mtu', needed: false, shape: 'number', valid: wholeBetween(576, 65_535) },
];

export const peerFields: readonly Field[] = [
  { key: 'PublicKey', name: 'publicKey', needed: true, shape: 'text', valid: key },
  { key: 'PresharedKey', name: 'presharedKey', needed: false, shape: 'text', valid: key },
  { key: 'AllowedIPs', name: 'allowedIps', needed: true, shape: 'list', valid: isCidr },
  {
    key: 'Endpoint',
    name: 'endpoint',
    needed: false,
    shape: 'text',
    valid: (text) => parseEndpoint(text) !== null,
  },
  {
    key: 'PersistentKeepalive',
    name: 'persistentKeepalive',
    needed: false,
    shape: 'number',
    valid: wholeBetween(0, 65_535),
  },
];
