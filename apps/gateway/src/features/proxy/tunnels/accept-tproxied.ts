import { hostAt } from '@comet/admission';
import { isIpv4 } from '@comet/foundation';
import { RelayedConnection, type ClientReplies } from '../relay/relayed-connection.ts';
import type { Relay } from '../relay/relay.ts';
import type { Near } from '../relay/relay-commands.ts';
import type { Engine } from '../engine.ts';
import { openThrough, portOfNames, type TproxyListener, resolverAt } from './open-through-tunnel.ts';
import type { Destination } from '../egress/destination.ts';

/** The client's connection is accepted before the provider connects, and is reset where that fails. */
const replies: ClientReplies = { greeting: Buffer.alloc(0), refuse: (relay, line) => relay.end(line) };

/** Accepts a tunnel's connection that leaves by a provider; null where it has no destination. The destination is neither stored nor reported. */
export function acceptTproxied(
  engine: Engine,
  relay: Relay,
  listener: TproxyListener,
  line: number,
  from: string,
  to: Near,
): RelayedConnection | null {
  const tunnel = engine.tunnels.find(from);
  const destination = destinationOf(to, listener);
  if (tunnel === null || destination === null) return null;
  const tproxied = new RelayedConnection(engine, relay, line, replies);
  void tproxied.open(tunnel.customer, (reaches) => openThrough(engine, tunnel, destination, reaches));
  return tproxied;
}

/** The original destination of a connection; DNS queries to the gateway itself go to the resolver. */
function destinationOf({ address, port }: Near, listener: TproxyListener): Destination | null {
  if (!isIpv4(address)) return null;
  const asksUs = port === portOfNames && hostAt(address) !== null;
  return asksUs ? resolverAt(listener) : { host: address, kind: 'ipv4', port };
}
