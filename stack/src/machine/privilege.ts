import { accessSync, constants, readFileSync } from 'node:fs';

/** CAP_NET_ADMIN and CAP_SYS_ADMIN of capability.h, which network namespaces take. */
const NET_ADMIN = 1n << 12n;
const SYS_ADMIN = 1n << 21n;

/** Why this machine cannot make network namespaces and tunnels, in a few words; null when it can. */
export function labObstacle(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root';
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  const capabilities = BigInt(`0x${effective ?? '0'}`);
  if ((capabilities & NET_ADMIN) === 0n || (capabilities & SYS_ADMIN) === 0n) {
    return 'this container lacks the capabilities NET_ADMIN and SYS_ADMIN';
  }
  try {
    accessSync('/dev/net/tun', constants.R_OK | constants.W_OK);
    return null;
  } catch {
    return 'it needs /dev/net/tun';
  }
}
