import { isCidr, isIp } from '@comet/foundation';
import { type DaemonSettings, parseResolver } from '@comet/tunnel-protocol';
import { isProgram } from '@comet/tunnel-protocol/choices';

/** Parses one to three resolvers, encrypted ones (URLs) only where they are supported; null if they are invalid. */
export function parseResolvers(typed: string, supportsEncrypted: boolean): string[] | null {
  const servers = typed.split(/[\s,;]+/).filter((word) => word !== '');
  const isValid = supportsEncrypted ? (server: string) => parseResolver(server) !== null : isIp;
  return servers.length >= 1 && servers.length <= 3 && servers.every(isValid) ? servers : null;
}

/** Parses a port from 1024 to 65535, which needs no privileges; null if it is invalid. */
export function parsePort(typed: string): number | null {
  const port = Number(typed);
  return /^\d{4,5}$/.test(typed) && port >= 1024 && port <= 65_535 ? port : null;
}

/** Parses a port from 1 to 65535; null if it is invalid. */
export function parseAnyPort(typed: string): number | null {
  const port = Number(typed);
  return /^[1-9]\d{0,4}$/.test(typed) && port <= 65_535 ? port : null;
}

/** Parses a typed program or network for split tunnelling; null if it is invalid. */
export function parseSplitItem(kind: 'app' | 'network', typed: string) {
  const text = typed.trim();
  if (kind === 'app') return isProgram(text) ? { kind, path: text } : null;
  return isCidr(text) ? { kind, network: text } : null;
}

/** Parses a network's name: null if it is empty, so that the router's name is used; undefined if it is invalid. */
export function parseNetworkName(typed: string): string | null | undefined {
  const name = typed.trim();
  if (name === '') return null;
  return name.length <= 60 && !/\p{C}/u.test(name) ? name : undefined;
}

/** Parses the name of a profile or a list of locations; null if it is invalid. */
export function parseSavedName(typed: string): string | null {
  const name = typed.trim();
  return name.length <= 40 && /[\p{L}\p{N}]/u.test(name) && !/\p{C}/u.test(name) ? name : null;
}

/** Returns the first port from 8100 on that no local proxy uses. */
export function nextPort({
  localProxies,
  locationProxies,
}: Pick<DaemonSettings, 'localProxies' | 'locationProxies'>): number {
  const taken = new Set([...localProxies, ...locationProxies].map(({ port }) => port));
  let port = 8100;
  while (taken.has(port)) port += 1;
  return port;
}
