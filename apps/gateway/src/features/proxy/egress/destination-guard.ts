import { type IpPrefix, parseCidr, parseIp } from '@comet/foundation';
import { mailPorts, notPublic4 } from '@comet/linux-network';
import type { ExitRules } from '../proxy-messages.ts';

/**
 * Addresses that are not on the public internet: the special-purpose registries of IANA (RFC 6890 and its successors), multicast, and every
 * embedding of an IPv4 address in an IPv6 one (mapped, compatible, 6to4, Teredo, NAT64, ISATAP by its prefix of local ones). Addresses
 * outside 2000::/3 are unassigned.
 */
const nonPublicNetworks = [
  ...notPublic4,
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.175.48.0/24'],
  ...['198.51.100.0/24', '203.0.113.0/24'],
  ...['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48'],
  '3fff::/20',
].map(prefixOf);

/** Returns whether the proxy may connect to an address. */
export type Guard = (address: string, port: number) => boolean;

/**
 * Refuses addresses that are not on the public internet, mail ports, and `own`: our machines, except for the ports of their websites.
 * `except` lists networks that are allowed nevertheless, for a test network in place of the internet.
 */
export function destinationGuard(
  own: readonly { readonly network: string; readonly open: readonly number[] }[],
  except: readonly string[] = [],
): Guard {
  const all = own.map(({ network, open }) => ({ prefix: prefixOf(network), open }));
  // Dedicated addresses are thousands, and are looked up; networks are few.
  const isHost = (prefix: IpPrefix): boolean => prefix.length === prefix.address.bytes.length * 8;
  const hosts = Map.groupBy(
    all.filter(({ prefix }) => isHost(prefix)),
    ({ prefix }) => keyOf(prefix.address),
  );
  const networks = all.filter(({ prefix }) => !isHost(prefix));
  const allowed = except.map(prefixOf);
  return (address, port) => {
    const parsed = parseIp(address);
    if (parsed === null || mailPorts.includes(port)) return false;
    const isIn = (prefix: IpPrefix): boolean => contains(prefix, parsed);
    const isClosed = ({ open }: { readonly open: readonly number[] }): boolean => !open.includes(port);
    const isOurs =
      (hosts.get(keyOf(parsed)) ?? []).some(isClosed) ||
      networks.some((network) => isClosed(network) && isIn(network.prefix));
    return !isOurs && (allowed.some(isIn) || !nonPublicNetworks.some(isIn));
  };
}

/** Returns whether an address is in our networks, and so that of many customers, unless it is dedicated to one. */
export function sharedAddresses(
  own: readonly { readonly network: string; readonly dedicated?: boolean | undefined }[],
): (address: string) => boolean {
  const dedicated = new Set(
    own.filter((one) => one.dedicated === true).map(({ network }) => keyOf(prefixOf(network).address)),
  );
  const shared = own.filter((one) => one.dedicated !== true).map(({ network }) => prefixOf(network));
  return (address) => {
    const parsed = parseIp(address);
    return (
      parsed !== null && !dedicated.has(keyOf(parsed)) && shared.some((prefix) => contains(prefix, parsed))
    );
  };
}

/** Whether the rules of an exit's owner and the operator allow a destination. `name` is null if the client sent an address. */
export function allowedByRules(
  rules: ExitRules,
  destination: { readonly name: string | null; readonly address: string; readonly port: number },
): boolean {
  return (
    !rules.ports.includes(destination.port) &&
    (rules.networks.length === 0 || !isInNetworks(rules.networks, destination.address)) &&
    !rules.names.some(
      (suffix) => destination.name === suffix || destination.name?.endsWith(`.${suffix}`) === true,
    )
  );
}

const keyOf = ({ bytes }: IpPrefix['address']): string => bytes.join('.');

/** An invalid address counts as part of every network. */
function isInNetworks(networks: readonly string[], address: string): boolean {
  const parsed = parseIp(address);
  return parsed === null || networks.some((network) => contains(prefixOf(network), parsed));
}

function contains({ address, length }: IpPrefix, other: IpPrefix['address']): boolean {
  if (address.family !== other.family) return false;
  for (let index = 0; index * 8 < length; index += 1) {
    const bits = Math.min(8, length - index * 8);
    const mask = (0xff << (8 - bits)) & 0xff;
    if (((address.bytes[index] ?? 0) & mask) !== ((other.bytes[index] ?? 0) & mask)) return false;
  }
  return true;
}

function prefixOf(text: string): IpPrefix {
  const prefix = parseCidr(text);
  if (prefix === null) throw new Error(`${text} is not a network`);
  return prefix;
}
