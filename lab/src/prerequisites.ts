import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from './command.ts';
import type { LabPrerequisites } from './lab.ts';

/** Programs of the lab and their Debian packages. */
const programs = { ip: 'iproute2', nft: 'nftables', tcpdump: 'tcpdump', sysctl: 'procps' };

/** Required capabilities by bit number (capabilities(7), linux/capability.h). */
const capabilities = { CAP_NET_ADMIN: 12, CAP_NET_RAW: 13, CAP_SYS_ADMIN: 21 };

/** Returns whether this process can create a lab on this machine; if not, the first missing prerequisite. Changes nothing. */
export async function labPrerequisites(): Promise<LabPrerequisites> {
  if (process.platform !== 'linux') {
    return {
      ok: false,
      reason: 'The lab needs Linux.',
      remedy: 'Run it on a Linux machine, or start with --no-lab.',
    };
  }
  if (process.getuid?.() !== 0) {
    return { ok: false, reason: 'The lab needs root.', remedy: 'Run it with sudo, or start with --no-lab.' };
  }
  const missing = Object.entries(programs).filter(([program]) => !isInstalled(program));
  if (missing.length > 0) {
    const packages = missing.map(([, name]) => name).join(' ');
    const names = missing.map(([program]) => program).join(', ');
    return {
      ok: false,
      reason: `The lab needs ${names}.`,
      remedy: `Install them: apt-get install ${packages}`,
    };
  }
  const lacking = lackingCapabilities(readFileSync('/proc/self/status', 'utf8'));
  if (lacking.length > 0) {
    return {
      ok: false,
      reason: `This container may not make network namespaces: it lacks ${lacking.join(', ')}.`,
      remedy: 'Give the container those capabilities, or start with --no-lab.',
    };
  }
  if (!existsSync('/dev/net/tun') || !statSync('/dev/net/tun').isCharacterDevice()) {
    return {
      ok: false,
      reason: 'The lab needs /dev/net/tun.',
      remedy: 'Load the module with `modprobe tun`, or pass the device to the container.',
    };
  }
  if (!existsSync('/proc/sys/net/ipv6')) {
    return { ok: false, reason: 'The lab needs IPv6.', remedy: 'Boot the kernel without ipv6.disable=1.' };
  }
  return { ok: true };
}

/** Returns the required capabilities that are not effective in the text of /proc/PID/status. */
export function lackingCapabilities(status: string): string[] {
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
  return Object.entries(capabilities)
    .filter(([, bit]) => ((effective >> BigInt(bit)) & 1n) === 0n)
    .map(([name]) => name);
}

function isInstalled(program: string): boolean {
  const folders = (environment().PATH ?? '').split(':');
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
