import { isCidr, isIp } from '@comet/foundation';
import type { DaemonSettings } from '@comet/tunnel-protocol';
import { isProgram } from '@comet/tunnel-protocol/choices';

/** The addresses of one to three resolvers as they were typed, or null when that is not what was typed. */
export function parseResolvers(typed: string): string[] | null {
  const servers = typed.split(/[\s,;]+/).filter((word) => word !== '');
  return servers.length >= 1 && servers.length <= 3 && servers.every(isIp) ? servers : null;
}

/** The port that was typed, or null when it is none that a program of a user may open. */
export function parsePort(typed: string): number | null {
  const port = Number(typed);
  return /^\d{4,5}$/.test(typed) && port >= 1024 && port <= 65_535 ? port : null;
}

/** Parses a typed program or network for split tunnelling; null if it is invalid. */
export function parseSplitItem(kind: 'app' | 'network', typed: string) {
  const text = typed.trim();
  if (kind === 'app') return isProgram(text) ? { kind, path: text } : null;
  return isCidr(text) ? { kind, network: text } : null;
}

/** The name for a network as it was typed: null for none, so that it is called after its router; undefined when it cannot be one. */
export function parseNetworkName(typed: string): string | null | undefined {
  const name = typed.trim();
  if (name === '') return null;
  return name.length <= 60 && !/\p{C}/u.test(name) ? name : undefined;
}

/** A port that is free among those that lead to exits already: the first after the last one, from 8100 on. */
export function nextPort(proxies: DaemonSettings['localProxies']): number {
  const taken = new Set(proxies.map(({ port }) => port));
  let port = 8100;
  while (taken.has(port)) port += 1;
  return port;
}
