import { createServer, type Socket } from 'node:net';
import { hostAt } from '@comet/admission';
import { isIpv4 } from '@comet/foundation';
import type { Engine } from './engine.ts';
import { openThrough, portOfNames, type RelayPlace, resolverAt } from './open-through.ts';
import { plainAddress } from './plain-address.ts';
import type { Destination } from './read-destination.ts';
import { serveRelayedNames } from './relayed-names.ts';
import { type Manner, Tunnel } from './tunnel.ts';

/**
 * The kernel counts what leaves it, so what is still there when the data is used up is not paid. Programs in a tunnel leave connections
 * silent for long, as on any line: 124 minutes at least (RFC 5382, REQ-5), with a look every five.
 */
const manner: Manner = { resets: true, silences: 24 };

/**
 * Serves tunnels that leave through providers. `listener` is the descriptor of a socket to which the kernel brings their connections
 * whatever address they go to: that address is the near end of each. Nothing of it is kept or told.
 */
export async function openRelay(
  engine: Engine,
  place: RelayPlace,
  listener: number,
): Promise<{ close(): Promise<void> }> {
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (client) => {
    // Whoever uses the connection hears of its end by `close`.
    client.on('error', () => undefined);
    carry(engine, place, client).catch(() => client.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ fd: listener }, () => {
      server.off('error', reject);
      // Out of descriptors for a moment: those who wait in the line are taken later.
      server.on('error', () => undefined);
      resolve();
    });
  });
  const names = await serveRelayedNames(engine, place);
  return {
    close() {
      names.close();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The client's connection stands before the provider has made its own, and is reset where that one cannot be had. */
async function carry(engine: Engine, place: RelayPlace, client: Socket): Promise<void> {
  const tunnel = engine.tunnels.find(plainAddress(client.remoteAddress ?? ''));
  const destination = destinationOf(client, place);
  if (tunnel === null || destination === null) return void client.resetAndDestroy();
  const opened = await openThrough(engine, tunnel, destination);
  if (!opened.ok) return void client.resetAndDestroy();
  const { exit, connection } = opened.value;
  new Tunnel(engine, tunnel.customer, exit, client, connection, Buffer.alloc(0), manner);
}

/** Where a connection wanted to go; what asks the gateway itself for names goes to the resolver. */
function destinationOf({ localAddress, localPort: port }: Socket, place: RelayPlace): Destination | null {
  const host = plainAddress(localAddress ?? '');
  if (!isIpv4(host) || port === undefined) return null;
  const asksUs = port === portOfNames && hostAt(host) !== null;
  return asksUs ? resolverAt(place) : { host, kind: 'ipv4', port };
}
