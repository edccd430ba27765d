import type { DaemonSettings, Snapshot } from '@comet/tunnel-protocol';
import type {
  MappingFailure,
  PortMappingAddresses,
  PortMappingClient,
} from '../../platform/port-mapping/nat-pmp-client.ts';
import type { StateLifetime } from '../machine.ts';
import { leaseOf } from '../session.ts';
import type { Connected } from '../state.ts';
import { mayForward } from './may-forward.ts';
import { sleepUntilAborted } from '../sleep-until-aborted.ts';

type WantedPort = DaemonSettings['forwardedPorts'][number];

/** Seconds: the requested lease, and until a failed request is repeated. */
const times = { lease: 3_600, retry: 60 };

interface Granted {
  readonly address: string;
  readonly publicPort: number;
}

interface PortForwardsParts {
  readonly wanted: () => readonly WantedPort[];
  readonly client: PortMappingClient;
  /** Called when a public port or a refusal has changed. */
  readonly onChange: () => void;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export type PortForwards = ReturnType<typeof createPortForwards>;

/**
 * Forwards the ports of the settings while a tunnel is up: requests them from the gateway, renews them at half of their lease, and requests
 * the same public ports after a reconnect.
 */
export function createPortForwards(parts: PortForwardsParts) {
  const granted = new Map<string, Granted>();
  const refusals = new Map<string, MappingFailure>();
  /** The last public port of each, also without a tunnel. */
  const last = new Map<string, number>();
  let change = new AbortController();
  let applied: { readonly promise: Promise<void>; resolve(): void } = Promise.withResolvers<void>();

  const wait = parts.wait ?? sleepUntilAborted;

  /** Requests the wanted ports and deletes the others. Resolves with the seconds until they must be renewed. */
  async function request(at: PortMappingAddresses, signal: AbortSignal): Promise<number> {
    const wanted = new Map(parts.wanted().map((port) => [keyOf(port), port]));
    for (const key of granted.keys()) {
      if (wanted.has(key)) continue;
      granted.delete(key);
      last.delete(key);
      await parts.client.map(at, { ...portOf(key), publicPort: 0, lifetime: 0 }, signal);
    }
    for (const key of refusals.keys()) if (!wanted.has(key)) refusals.delete(key);
    if (wanted.size === 0) return Infinity;
    const address = await parts.client.publicAddress(at, signal);
    let renewal = Infinity;
    for (const [key, port] of wanted) {
      const asked = { ...port, publicPort: last.get(key) ?? 0, lifetime: times.lease };
      const mapping = address.ok ? await parts.client.map(at, asked, signal) : address;
      if (signal.aborted) return 0;
      if (mapping.ok && address.ok) {
        const { publicPort, lifetime } = mapping.value;
        granted.set(key, { address: address.value, publicPort });
        last.set(key, publicPort);
        refusals.delete(key);
        renewal = Math.min(renewal, lifetime / 2);
      } else {
        granted.delete(key);
        if (!mapping.ok) refusals.set(key, mapping.error);
        renewal = Math.min(renewal, times.retry);
      }
    }
    return renewal;
  }

  return {
    /** Runs until the tunnel ends. */
    async run({ session }: Connected, { signal }: Pick<StateLifetime, 'signal'>): Promise<void> {
      const { ipv4: from, dns } = leaseOf(session);
      const to = dns.find((server) => !server.includes(':'));
      while (!signal.aborted) {
        const settled = applied;
        change = new AbortController();
        const isPossible = mayForward(session) && to !== undefined;
        if (!isPossible) for (const port of parts.wanted()) refusals.set(keyOf(port), 'not_offered');
        const seconds = isPossible ? await request({ from, to }, signal) : Infinity;
        parts.onChange();
        settled.resolve();
        await wait(Math.min(seconds * 1000, 2 ** 31 - 1), AbortSignal.any([signal, change.signal]));
      }
      granted.clear();
      refusals.clear();
    },

    /** Call it when the wanted ports have changed. Resolves when the gateway has replied, if a tunnel is up. */
    changed(): Promise<void> {
      applied = Promise.withResolvers<void>();
      change.abort();
      return applied.promise;
    },

    /** The wanted ports with their public ones. */
    current: (): NonNullable<Snapshot['forwardedPorts']> =>
      parts.wanted().map((port) => {
        const { address, publicPort } = granted.get(keyOf(port)) ?? {};
        const isPublic = address !== undefined && publicPort !== undefined;
        return {
          ...port,
          public: isPublic ? { address, port: publicPort } : null,
          refusal: refusals.get(keyOf(port)) ?? null,
        };
      }),
  };
}

const keyOf = ({ protocol, port }: WantedPort): string => `${protocol} ${port}`;

function portOf(key: string): WantedPort {
  const [protocol, port] = key.split(' ');
  return { protocol: protocol === 'udp' ? 'udp' : 'tcp', port: Number(port) };
}
