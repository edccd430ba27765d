import type { EventLoopUtilization } from 'node:perf_hooks';
import { admit } from '../auth/authenticated-client.ts';
import type { Engine } from '../engine.ts';
import { HttpClient } from '../http/http-client.ts';
import { planConnect } from '../plan/request-plan.ts';
import type { PreauthorisationParts } from '../preauthorised/preauthorisation-parts.ts';
import { Preauthorisations } from '../preauthorised/preauthorisations.ts';
import { httpRefusal } from '../refusals.ts';
import { SocksClient } from '../socks/socks-client.ts';
import { acceptTunnelConnection } from '../tunnels/accept-tunnel-connection.ts';
import { established } from './relay-commands.ts';
import { Relay } from './relay.ts';
import { RelayedConnection, type ClientReplies } from './relayed-connection.ts';

const replies: ClientReplies = {
  greeting: established,
  refuse: (relay, connectionId, refusal) =>
    relay.refuse(connectionId, Buffer.from(httpRefusal(refusal), 'latin1')),
};

/** Opens a client's tunnel. `received` is the whole head of a CONNECT, or the start of one above the size limit. */
function acceptConnect(
  engine: Engine,
  relay: Relay,
  preauthorisations: Preauthorisations,
  connectionId: number,
  from: string,
  received: Buffer,
): RelayedConnection {
  const tunnel = new RelayedConnection(engine, relay, connectionId, replies);
  const text = received.toString('latin1');
  const plan = planConnect(text, (credentials) => admit(engine, credentials, from));
  if (plan.kind === 'refuse') tunnel.refuse(plan.refusal);
  else {
    const { authenticatedClient, credentials, target: destination } = plan;
    const { generation } = authenticatedClient.customer;
    tunnel.connect(authenticatedClient, destination, () => {
      if (credentials !== null)
        preauthorisations.opened({
          authenticatedClient,
          generation,
          credentials,
          destination,
          from,
          head: text,
        });
    });
  }
  return tunnel;
}

/** The running relay, which serves HTTP and SOCKS5. */
export interface RunningRelay {
  readonly ports: readonly [number, number];
  utilization(): EventLoopUtilization;
  /** Call about once per second. */
  tick(): void;
  /** Ends connections without traffic since the last call. */
  sweepIdle(): void;
  /** Resolves when all connections have ended and their usage is reported. */
  close(): Promise<void>;
}

/** The first byte of SOCKS5 (RFC 1928 §3). */
const socks = 5;

/**
 * Starts the relay for clients, and for tunnel connections at the listening socket with the descriptor `tunnels`. This process authorises
 * requests; the relay forwards the bytes.
 */
export async function openRelay(engine: Engine, tunnels: number | null = null): Promise<RunningRelay> {
  const { relay: program, host, httpPort, socksPort, user, tproxy } = engine.setup;
  let preauthorisations: Preauthorisations | null = null;
  const opened = await Relay.open({
    ...{ program, host, ports: [httpPort, socksPort], user, tunnels, now: engine.now },
    onHead(relay, connectionId, addresses, received) {
      if (received[0] !== socks)
        return relay.setOwner(connectionId, connect(relay, connectionId, addresses.from, received));
      const client = new SocksClient(engine, relay, connectionId, addresses);
      relay.setOwner(connectionId, client);
      client.clientBytes(received);
    },
    onHttp: (relay, connectionId, from) => new HttpClient(engine, relay, connectionId, from),
    onTunnel(relay, connectionId, from, to) {
      const tunnel =
        tproxy === null ? null : acceptTunnelConnection(engine, relay, tproxy, connectionId, from, to);
      if (tunnel === null) relay.end(connectionId);
      else relay.setOwner(connectionId, tunnel);
    },
    onPreauthorisationTaken: (id, connectionId) => preauthorisations?.taken(id, connectionId),
    onPreauthorisationEnded: (id) => preauthorisations?.ended(id),
    onEnd() {
      // The agent restarts both.
      throw new Error('The relay ended');
    },
  });

  function connect(relay: Relay, connectionId: number, from: string, received: Buffer): RelayedConnection {
    preauthorisations ??= openPreauthorisations(relay);
    return acceptConnect(engine, relay, preauthorisations, connectionId, from, received);
  }

  function openPreauthorisations(relay: Relay): Preauthorisations {
    const parts: PreauthorisationParts = {
      engine,
      relay,
      reprocess: (connectionId, { from, head }) =>
        relay.setOwner(connectionId, connect(relay, connectionId, from, Buffer.from(head, 'latin1'))),
    };
    return (engine.preauthorisationPool = new Preauthorisations(parts));
  }

  return {
    ports: opened.ports,
    utilization: () => opened.relay.utilization(),
    tick() {
      opened.relay.dials.tick(engine.now());
      preauthorisations?.tick(engine.now());
    },
    sweepIdle() {
      opened.relay.commands.sweepIdle();
      opened.relay.scheduleFlush();
    },
    close: () => opened.relay.finish(),
  };
}
