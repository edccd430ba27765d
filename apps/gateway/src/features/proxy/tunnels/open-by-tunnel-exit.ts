import { err, ok, type Result } from '@comet/foundation';
import type { Engine } from '../engine.ts';
import { type EgressConnection, type Opened, type ConnectByExit, connectBy } from '../egress/open-exit.ts';
import type { ProxySetup } from '../proxy-messages.ts';
import type { Destination } from '../egress/destination.ts';
import type { Refusal } from '../refusals.ts';
import type { ProviderTunnel } from './provider-tunnels.ts';
import { openFor } from '../auth/authenticated-client.ts';

export type TproxyListener = NonNullable<ProxySetup['tproxy']>;

export const dnsPort = 53;

/** Connects through the tunnel's own exit only: another exit would change the source address. */
export function openByTunnelExit<Connection extends EgressConnection>(
  engine: Engine,
  { customer, exit: id, token }: ProviderTunnel,
  destination: Destination,
  connectByExit: ConnectByExit<Connection>,
): Promise<Result<Opened<Connection>, Refusal>> {
  return openFor(engine, { customer }, async () => {
    const exit = engine.exits.find(id);
    if (exit === null) return err('exit_unavailable');
    const connection = await connectBy(engine, { exit, token }, destination, connectByExit);
    if (connection === 'exit_failed') engine.emit({ type: 'exit-failed', exit: id });
    if (typeof connection === 'string') return err(connection);
    return ok({ exit, connection, close: () => connection.close() });
  });
}

/** The resolver for DNS queries through a provider. */
export function resolverDestination({ resolver }: TproxyListener): Destination {
  return { host: resolver, kind: 'ipv4', port: dnsPort };
}
