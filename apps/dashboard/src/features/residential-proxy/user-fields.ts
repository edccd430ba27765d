import { isIp, isPublicIp } from '@comet/foundation';
import { proxyUsersTexts as texts, say } from '@comet/texts';

const gigabyte = 1e9;
const maxGigabytes = 100_000;
const maxAddresses = 32;

/** A user of the proxy as the API shows it. */
export interface ProxyUser {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  /** Per calendar month; null for none. */
  readonly limitBytes: number | null;
  /** In this calendar month. */
  readonly usedBytes: number;
  /** So many at once. */
  readonly connections: number;
  readonly enabled: boolean;
  /** Addresses that need no password. */
  readonly addresses: readonly string[];
}

/**
 * `5` → 5 GB in bytes, nothing → null (no limit); undefined for what is no limit that could be set. What is typed of `present` means just
 * that: a limit from elsewhere may be no whole number of gigabytes.
 */
export function limitOf(typed: string, present: number | null = null): number | null | undefined {
  const text = typed.trim();
  if (text === limitAsTyped(present)) return present;
  if (text === '') return null;
  const gigabytes = Number(text);
  return /^\d+$/.test(text) && gigabytes >= 1 && gigabytes <= maxGigabytes ? gigabytes * gigabyte : undefined;
}

export function limitAsTyped(limitBytes: number | null): string {
  return limitBytes === null ? '' : String(Math.ceil(limitBytes / gigabyte));
}

/** The addresses of a list as people write it: by lines, spaces or commas. */
export function addressesOf(typed: string): readonly string[] {
  return typed.split(/[\s,;]+/).filter((address) => address !== '');
}

/** What is wrong with a list of addresses, as text; null for a valid one. */
export function wrongAddresses(typed: string): string | null {
  const addresses = addressesOf(typed);
  const wrong = addresses.find((address) => !isIp(address));
  if (wrong !== undefined) return say(texts.addressWrong, { address: wrong });
  const inner = addresses.find((address) => !isPublicIp(address));
  if (inner !== undefined) return say(texts.addressInner, { address: inner });
  const twice = addresses.find((address, index) => addresses.indexOf(address) < index);
  if (twice !== undefined) return say(texts.addressTwice, { address: twice });
  return addresses.length > maxAddresses ? texts.addressesTooMany : null;
}
