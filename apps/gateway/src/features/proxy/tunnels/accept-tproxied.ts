import { hostAt } from '@comet/admission';
import { isIpv4 } from '@comet/foundation';
import { RelayedConnection, type ClientReplies } from '../relay/relayed-connection.ts';
import type { Relay } from '../relay/relay.ts';
import type { Near } from '../relay/relay-commands.ts';
import type { Engine } from '../engine.ts';
import { openThrough, portOfNames, type TproxyListener, resolverAt } from './open-through-tunnel.ts';
import type { Destination } from '../egress/destination.ts';

/** The client's connection stands before the provider has made its own, and is reset where that one cannot be had. */
const replies: ClientReplies = { greeting: Buffer.alloc(0), refuse: (relay, line) => relay.end(line) };

/** A connection of a tunnel that leaves through a provider; null where it goes nowhere. Nothing of where it goes is kept or told. */
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

/** Where a connection wanted to go; what asks the gateway itself for names goes to the resolver. */
function destinationOf({ address, port }: Near, listener: TproxyListener): Destination | null {
  if (!isIpv4(address)) return null;
  const asksUs = port === portOfNames && hostAt(address) !== null;
  return asksUs ? resolverAt(listener) : { host: address, kind: 'ipv4', port };
}
