import { Resolver } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { isIp } from '@comet/foundation';
import { isPublic } from '../platform/admission/public-address.ts';
import { proxyPorts } from '../platform/firewall/route-marks.ts';

/** The tunnel in which connections leave at a location. */
export interface LocationExit {
  /** Our addresses in the tunnel: packets from them leave by no other link. */
  readonly ipv4: string;
  readonly ipv6: string;
  /** Resolvers inside the tunnel. */
  readonly resolvers: readonly string[];
  /** Whether queries must come from our addresses: in the main tunnel all queries of this machine are inside. */
  readonly bindsQueries: boolean;
}

/** The exit of a location; null while there is no tunnel to it. */
export type ExitOf = (location: string) => LocationExit | null;

/** Something that ends with its exit. */
interface Dependent {
  readonly location: string;
  readonly exit: LocationExit;
  readonly end: () => void;
}

/** Timeouts in ms of a query and of a connection to one address. */
const queryTimeout = 3_000;
const connectTimeout = 5_000;
/** Maximum number of addresses that are tried, per family. */
const maxAddresses = 2;
/** Maximum number of local ports that are tried: another connection to the same destination may have one. */
const maxPorts = 16;

export type DestinationFailure = 'not_allowed' | 'unresolved' | 'unreachable' | 'no_exit';

/** Connections that leave at locations. */
export interface ExitConnections {
  exitOf: ExitOf;
  /** The public addresses of a host, resolved at the location, or why there are none. */
  addressesOf(location: string, host: string): Promise<readonly string[] | DestinationFailure>;
  connect(location: string, host: string, port: number): Promise<Socket | DestinationFailure>;
  /** Calls `end` when the exit changes or goes down; returns the function that forgets it. */
  depend(dependent: Dependent): () => void;
  /** The exits may have changed: resets the connections by former ones. */
  check(): void;
}

let lastPort: number = proxyPorts.first;

/** Local ports that the rules of routes and split tunnelling exempt. */
export function nextProxyPort(): number {
  lastPort = lastPort >= proxyPorts.last ? proxyPorts.first : lastPort + 1;
  return lastPort;
}

export function exitConnections(exitOf: ExitOf): ExitConnections {
  const dependents = new Set<Dependent>();

  const isCurrent = (location: string, exit: LocationExit): boolean => {
    const now = exitOf(location);
    return now !== null && now.ipv4 === exit.ipv4 && now.ipv6 === exit.ipv6;
  };

  function depend(dependent: Dependent): () => void {
    dependents.add(dependent);
    return () => void dependents.delete(dependent);
  }

  async function addressesOf(
    location: string,
    host: string,
  ): Promise<readonly string[] | DestinationFailure> {
    const exit = exitOf(location);
    if (exit === null) return 'no_exit';
    const found = isIp(host) ? [host] : await resolve(exit, host);
    if (found.length === 0) return 'unresolved';
    // The other ones are on this machine, in its network or at the gateway.
    const usable = found.filter(isPublic);
    return usable.length === 0 ? 'not_allowed' : usable;
  }

  function connectTo(location: string, address: string, port: number): Promise<Socket | 'retry' | null> {
    const exit = exitOf(location);
    if (exit === null) return Promise.resolve(null);
    const socket = connect({
      ...{ host: address, port, localPort: nextProxyPort(), timeout: connectTimeout },
      ...{ localAddress: address.includes(':') ? exit.ipv6 : exit.ipv4, noDelay: true, allowHalfOpen: true },
    });
    const forget = depend({ location, exit, end: () => socket.resetAndDestroy() });
    return new Promise((done) => {
      socket.on('error', ({ code }: NodeJS.ErrnoException) => {
        done(code === 'EADDRINUSE' || code === 'EADDRNOTAVAIL' ? 'retry' : null);
      });
      socket.once('timeout', () => socket.destroy());
      socket.once('close', () => {
        forget();
        done(null);
      });
      socket.once('connect', () => {
        socket.setTimeout(0);
        done(socket);
      });
    });
  }

  return {
    exitOf,
    addressesOf,
    async connect(location, host, port) {
      const found = await addressesOf(location, host);
      if (typeof found === 'string') return found;
      for (const address of alternating(found)) {
        for (let tries = 0; tries < maxPorts; tries += 1) {
          const connected = await connectTo(location, address, port);
          if (connected === null) break;
          if (connected !== 'retry') return connected;
        }
      }
      return exitOf(location) === null ? 'no_exit' : 'unreachable';
    },
    depend,
    check() {
      for (const one of dependents) {
        if (isCurrent(one.location, one.exit)) continue;
        dependents.delete(one);
        one.end();
      }
    },
  };
}

async function resolve(exit: LocationExit, host: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: queryTimeout, tries: 2 });
  resolver.setServers(exit.resolvers);
  if (exit.bindsQueries) resolver.setLocalAddress(exit.ipv4, exit.ipv6);
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

/** The first addresses of both families in turn, IPv4 first. */
function alternating(addresses: readonly string[]): readonly string[] {
  const of = (isV6: boolean) => addresses.filter((one) => one.includes(':') === isV6).slice(0, maxAddresses);
  const [ipv4, ipv6] = [of(false), of(true)];
  return Array.from({ length: maxAddresses }, (_, at) => [ipv4[at], ipv6[at]])
    .flat()
    .filter((one) => one !== undefined);
}
