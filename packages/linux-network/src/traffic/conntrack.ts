import { isIp } from '@comet/foundation';
import { NetworkToolError, type Runner, runProcess } from '../processes/run-process.ts';

/** Each call searches the kernel's whole table once per address. */
const maxPerCall = 50;

/**
 * Deletes the kernel's tracked connections that one of these addresses opened, so that no late packet reaches the next owner of the
 * address. Rejects with one sentence if conntrack(8) is missing, and with a TypeError for an invalid address.
 */
export function forgetConnections(addresses: readonly string[], run: Runner = runProcess): Promise<void> {
  return deleteConnections(addresses, 's', run);
}

/** Deletes the tracked connections that were forwarded to one of these addresses, like `forgetConnections`. */
export function forgetForwardedConnections(
  addresses: readonly string[],
  run: Runner = runProcess,
): Promise<void> {
  return deleteConnections(addresses, 'r', run);
}

/** `by`: the source of the first packet, or that of the replies. */
async function deleteConnections(addresses: readonly string[], by: 's' | 'r', run: Runner): Promise<void> {
  if (!addresses.every(isIp)) throw new TypeError('conntrack: refused address');
  for (let start = 0; start < addresses.length; start += maxPerCall) {
    const lines = addresses.slice(start, start + maxPerCall).map((address) => lineFor(address, by));
    const { code, stderr } = await run('conntrack', ['--load-file', '-'], `${lines.join('\n')}\n`);
    if (code !== 0) throw new NetworkToolError('conntrack', stderr);
  }
}

function lineFor(address: string, by: 's' | 'r'): string {
  return address.includes(':') ? `-D -f ipv6 -${by} ${address}` : `-D -${by} ${address}`;
}
