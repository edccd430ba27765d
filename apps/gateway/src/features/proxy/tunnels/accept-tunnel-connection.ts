import { hostAt } from '@comet/admission';
import { isIpv4 } from '@comet/foundation';
import { RelayedConnection, type ClientReplies } from '../relay/relayed-connection.ts';
import type { Relay } from '../relay/relay.ts';
import type { Endpoint } from '../relay/relay-commands.ts';
import type { Engine } from '../engine.ts';
import {
  openByTunnelExit,
  dnsPort,
  type TproxyListener,
  resolverDestination,
} from './open-by-tunnel-exit.ts';
import type { Destination } from '../egress/destination.ts';

/** The client's connection is accepted before the provider connects, and is reset where that fails. */
const replies: ClientReplies = {
  greeting: Buffer.alloc(0),
  refuse: (relay, connectionId) => relay.end(connectionId),
};

/** Accepts a tunnel connection that leaves through a provider; null if it has no valid destination. The destination is neither stored nor reported. */
export function acceptTunnelConnection(
  engine: Engine,
  relay: Relay,
  listener: TproxyListener,
  connectionId: number,
  from: string,
  to: Endpoint,
): RelayedConnection | null {
  const tunnel = engine.tunnels.find(from);
  const destination = destinationOf(to, listener);
  if (tunnel === null || destination === null) return null;
  const connection = new RelayedConnection(engine, relay, connectionId, replies);
  void connection.open(tunnel.customer, (connectByExit) =>
    openByTunnelExit(engine, tunnel, destination, connectByExit),
  );
  return connection;
}

/** The original destination of a connection; DNS queries to the gateway itself go to the resolver. */
function destinationOf({ address, port }: Endpoint, listener: TproxyListener): Destination | null {
  if (!isIpv4(address)) return null;
  const isForGateway = port === dnsPort && hostAt(address) !== null;
  return isForGateway ? resolverDestination(listener) : { host: address, kind: 'ipv4', port };
}
