import { setTimeout as sleep } from 'node:timers/promises';
import type { WireguardTransport } from '@comet/tunnel-protocol';
import { wireguardTransports } from '@comet/tunnel-protocol/choices';
import type { RunningTransport } from '../../model/session.ts';
import type { OuterTransports, TransportServer } from './outer-transports.ts';

export interface FakeOuterTransports extends OuterTransports {
  /** The transports whose server is reachable. */
  readonly reachable: Set<WireguardTransport>;
  /** The servers of all calls of `open`, in order. */
  readonly tried: TransportServer[];
  /** The programs that run, by their local ports. */
  readonly running: Map<number, RunningTransport>;
  /** The UDP port of the gateway that responds to a handshake; null for none. */
  respondingPort: number | null;
  /** The ports of each call of `tryUdp`. */
  readonly triedPorts: (readonly number[])[];
  /** The argument of each call of `pauseCover`. */
  readonly pauses: boolean[];
  /** Ends the program that carries the tunnel. */
  end(how: string): void;
}

/** Returns transport programs in memory, which connect at once to a reachable server. */
export function fakeOuterTransports(): FakeOuterTransports {
  const listeners = new Set<(how: string) => void>();
  const running = new Map<number, RunningTransport>();
  const tried: TransportServer[] = [];
  const reachable = new Set<WireguardTransport>(wireguardTransports);
  const keepOnly = async (kept: RunningTransport | null): Promise<void> => {
    await Promise.resolve();
    for (const port of running.keys()) if (port !== kept?.localPort) running.delete(port);
  };
  const fake: FakeOuterTransports = {
    isSupported: true,
    respondingPort: null,
    triedPorts: [],
    async tryUdp(_running, ports, signal) {
      fake.triedPorts.push(ports);
      while (fake.respondingPort === null && !signal.aborted) await sleep(50);
      return signal.aborted ? null : fake.respondingPort;
    },
    reachable,
    tried,
    running,
    async open(server) {
      await Promise.resolve();
      tried.push(server);
      if (!reachable.has(server.offer.over)) throw new Error('unreachable');
      const opened = { ...server.offer, localPort: 40_000 + tried.length };
      running.set(opened.localPort, opened);
      return opened;
    },
    keepOnly,
    pauses: [],
    pauseCover: (isPaused) => void fake.pauses.push(isPaused),
    coverReport: () => null,
    lower: () => keepOnly(null),
    onEnd(listener) {
      listeners.add(listener);
    },
    end(how) {
      running.clear();
      for (const listener of listeners) listener(how);
    },
  };
  return fake;
}
