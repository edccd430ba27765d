import { isIp, isPublicIp } from '@comet/foundation';
import { proxyUsersTexts as texts, formatText } from '@comet/texts';

const gigabyte = 1e9;
const maxGigabytes = 100_000;
const maxAddresses = 32;

/** A user of the proxy, as the API returns it. */
export interface ProxyUser {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  /** Limit per calendar month; null for none. */
  readonly limitBytes: number | null;
  /** Usage in this calendar month. */
  readonly usedBytes: number;
  /** Maximum number of concurrent connections. */
  readonly connections: number;
  readonly enabled: boolean;
  /** Addresses that need no password. */
  readonly addresses: readonly string[];
}

/**
 * Parses a limit: `5` → 5 GB in bytes, empty → null (no limit); undefined if it is invalid. The unchanged
 * text of `present` keeps its exact value, which may not be a whole number of gigabytes if it was set
 * elsewhere.
 */
export function limitOf(typed: string, present: number | null = null): number | null | undefined {
  const text = typed.trim();
  if (text === limitAsTyped(present)) return present;
  if (text === '') return null;
  const gigabytes = Number(text);
  return /^\d+$/.test(text) && gigabytes >= 1 && gigabytes <= maxGigabytes ? gigabytes * gigabyte : undefined;
}

/** Formats a limit for its field: bytes in whole gigabytes, rounded up; empty for no limit. */
export function limitAsTyped(limitBytes: number | null): string {
  return limitBytes === null ? '' : String(Math.ceil(limitBytes / gigabyte));
}

/** Splits a list of addresses at line breaks, spaces and commas. */
export function addressesOf(typed: string): readonly string[] {
  return typed.split(/[\s,;]+/).filter((address) => address !== '');
}

/** Describes the first error in a list of addresses; null for a valid list. */
export function wrongAddresses(typed: string): string | null {
  const addresses = addressesOf(typed);
  const wrong = addresses.find((address) => !isIp(address));
  if (wrong !== undefined) return formatText(texts.addressWrong, { address: wrong });
  const inner = addresses.find((address) => !isPublicIp(address));
  if (inner !== undefined) return formatText(texts.addressInner, { address: inner });
  const twice = addresses.find((address, index) => addresses.indexOf(address) < index);
  if (twice !== undefined) return formatText(texts.addressTwice, { address: twice });
  return addresses.length > maxAddresses ? texts.addressesTooMany : null;
}
