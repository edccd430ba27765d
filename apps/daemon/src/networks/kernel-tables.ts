import { readFileSync } from 'node:fs';

/** The IPv4 routes and neighbours in the kernel's text format, of the reader's network namespace; see proc_pid_net(5). */
export interface KernelTables {
  readonly routes: string;
  readonly neighbours: string;
}

/** Synchronous: the files are in memory, and a daemon's start waits for them. Empty if the system has no such files. */
export function readKernelTables(): KernelTables {
  return { routes: textOf('/proc/self/net/route'), neighbours: textOf('/proc/self/net/arp') };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

interface DefaultRoute {
  readonly dev: string;
  /** Absent if the link has no router, such as a modem's. */
  readonly gateway?: string;
}

/** Flags of a route (route(8)): usable, through a router, reject. */
const flags = { up: 0x1, gateway: 0x2, reject: 0x2_00 };

/** The default route of the main table that is used, or would be without the tunnels; null if there is none. */
export function defaultRouteIn(routes: string, tunnels: readonly string[]): DefaultRoute | null {
  const found = routes
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [dev = '', destination, gateway = '', bits = '', , , metric = '', mask] = line.split(/\s+/);
      const set = Number.parseInt(bits, 16);
      const isUsable = (set & flags.up) !== 0 && (set & flags.reject) === 0 && !tunnels.includes(dev);
      if (destination !== '00000000' || mask !== '00000000' || !isUsable) return [];
      const by = (set & flags.gateway) === 0 ? {} : { gateway: addressOf(gateway) };
      return [{ route: { dev, ...by }, metric: Number(metric) }];
    })
    .toSorted((one, other) => one.metric - other.metric);
  return found[0]?.route ?? null;
}

/** An address in network order, read as one number by a little-endian machine, which all of ours are. */
function addressOf(hexadecimal: string): string {
  const octets = hexadecimal.match(/../g) ?? [];
  return octets
    .toReversed()
    .map((octet) => Number.parseInt(octet, 16))
    .join('.');
}

/** A neighbour's hardware address, once it is resolved. */
const isComplete = 0x2;

/** The hardware address of a neighbour on a link; null while it is unknown. */
export function hardwareIn(neighbours: string, address: string, dev: string): string | null {
  for (const line of neighbours.split('\n').slice(1)) {
    const [host, , bits = '', hardware = '', , link] = line.split(/\s+/);
    if (host === address && link === dev && (Number.parseInt(bits, 16) & isComplete) !== 0) return hardware;
  }
  return null;
}
