import type { EventLoopUtilization } from 'node:perf_hooks';
import { admit } from '../auth/authenticated-client.ts';
import type { Engine } from '../engine.ts';
import { HttpClient } from '../http/http-client.ts';
import { planConnect } from '../plan/request-plan.ts';
import type { PreauthorisationParts } from '../preauthorised/preauthorisation-parts.ts';
import { Preauthorisations } from '../preauthorised/preauthorisations.ts';
import { httpRefusal } from '../refusals.ts';
import { SocksClient } from '../socks/socks-client.ts';
import { acceptTproxied } from '../tunnels/accept-tproxied.ts';
import { established } from './relay-commands.ts';
import { Relay } from './relay.ts';
import { RelayedConnection, type ClientReplies } from './relayed-connection.ts';

const replies: ClientReplies = {
  greeting: established,
  refuse: (relay, line, refusal) => relay.refuse(line, Buffer.from(httpRefusal(refusal), 'latin1')),
};

/** A client's tunnel; `received` is the whole head of a CONNECT, or the beginning of one that is longer than anybody needs. */
function acceptConnect(
  engine: Engine,
  relay: Relay,
  preauthorisations: Preauthorisations,
  line: number,
  from: string,
  received: Buffer,
): RelayedConnection {
  const tunnel = new RelayedConnection(engine, relay, line, replies);
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

/** The ports of HTTP and SOCKS5, which the relay serves. */
export interface Carried {
  readonly ports: readonly [number, number];
  utilization(): EventLoopUtilization;
  /** To be called every second or so. */
  tick(): void;
  /** Ends what has not moved since the last time. */
  sweepIdle(): void;
  /** Everything has ended, and is paid. */
  close(): Promise<void>;
}

/** The first byte of SOCKS5 (RFC 1928 §3). */
const socks = 5;

/** Has the relay take clients, and connections of tunnels at the socket with the descriptor `tunnels`: what they ask for is decided here, and
 * their bytes stay with it. */
export async function openRelay(engine: Engine, tunnels: number | null = null): Promise<Carried> {
  const { relay: program, host, httpPort, socksPort, user, tproxy } = engine.setup;
  let preauthorisations: Preauthorisations | null = null;
  const opened = await Relay.open({
    ...{ program, host, ports: [httpPort, socksPort], user, tunnels, now: engine.now },
    onHead(relay, line, ends, received) {
      if (received[0] !== socks) return relay.keep(line, connect(relay, line, ends.from, received));
      const client = new SocksClient(engine, relay, line, ends);
      relay.keep(line, client);
      client.spoken(received);
    },
    onHttp: (relay, line, from) => new HttpClient(engine, relay, line, from),
    onTunnel(relay, line, from, to) {
      const tunnel = tproxy === null ? null : acceptTproxied(engine, relay, tproxy, line, from, to);
      if (tunnel === null) relay.end(line);
      else relay.keep(line, tunnel);
    },
    onTaken: (pass, line) => preauthorisations?.taken(pass, line),
    onPassed: (pass) => preauthorisations?.passed(pass),
    onEnd() {
      // The agent starts both anew.
      throw new Error('The relay ended');
    },
  });

  function connect(relay: Relay, line: number, from: string, received: Buffer): RelayedConnection {
    preauthorisations ??= preauthorisationsOf(relay);
    return acceptConnect(engine, relay, preauthorisations, line, from, received);
  }

  function preauthorisationsOf(relay: Relay): Preauthorisations {
    const parts: PreauthorisationParts = {
      engine,
      relay,
      reprocess: (line, { from, head }) =>
        relay.keep(line, connect(relay, line, from, Buffer.from(head, 'latin1'))),
    };
    return (engine.ahead = new Preauthorisations(parts));
  }

  return {
    ports: opened.ports,
    utilization: () => opened.relay.utilization(),
    tick() {
      opened.relay.dials.tick(engine.now());
      preauthorisations?.tick(engine.now());
    },
    sweepIdle() {
      opened.relay.orders.sweepIdle();
      opened.relay.soon();
    },
    close: () => opened.relay.finish(),
  };
}
