import { hostAt } from '@comet/admission';
import { isIpv4 } from '@comet/foundation';
import { CarriedLine, type Words } from './carried-line.ts';
import type { Carrier } from './carrier.ts';
import type { Near } from './carrier-orders.ts';
import type { Engine } from './engine.ts';
import { openThrough, portOfNames, type RelayPlace, resolverAt } from './open-through.ts';
import type { Destination } from './read-destination.ts';

/** The client's connection stands before the provider has made its own, and is reset where that one cannot be had. */
const words: Words = { greeting: Buffer.alloc(0), refuse: (carrier, line) => carrier.end(line) };

/** A connection of a tunnel that leaves through a provider; null where it goes nowhere. Nothing of where it goes is kept or told. */
export function takeRelayed(
  engine: Engine,
  carrier: Carrier,
  place: RelayPlace,
  line: number,
  from: string,
  to: Near,
): CarriedLine | null {
  const tunnel = engine.tunnels.find(from);
  const destination = destinationOf(to, place);
  if (tunnel === null || destination === null) return null;
  const relayed = new CarriedLine(engine, carrier, line, words);
  void relayed.open(tunnel.customer, (reaches) => openThrough(engine, tunnel, destination, reaches));
  return relayed;
}

/** Where a connection wanted to go; what asks the gateway itself for names goes to the resolver. */
function destinationOf({ address, port }: Near, place: RelayPlace): Destination | null {
  if (!isIpv4(address)) return null;
  const asksUs = port === portOfNames && hostAt(address) !== null;
  return asksUs ? resolverAt(place) : { host: address, kind: 'ipv4', port };
}
