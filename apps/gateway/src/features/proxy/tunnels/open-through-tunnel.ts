import { err, ok, type Result } from '@comet/foundation';
import type { Engine } from '../engine.ts';
import { type Leaving, type Opened, type Reach, reachBy } from '../egress/open-exit.ts';
import type { ProxySetup } from '../proxy-messages.ts';
import type { Destination } from '../egress/destination.ts';
import type { Refusal } from '../refusals.ts';
import type { TproxiedTunnel } from './tproxied-tunnels.ts';
import { openFor } from '../auth/authenticated-client.ts';

export type TproxyListener = NonNullable<ProxySetup['tproxy']>;

export const portOfNames = 53;

/** A connection by the tunnel's own exit, and by no other: it would come from another address. */
export function openThrough<Connection extends Leaving>(
  engine: Engine,
  { customer, exit: id, token }: TproxiedTunnel,
  destination: Destination,
  reaches: Reach<Connection>,
): Promise<Result<Opened<Connection>, Refusal>> {
  return openFor(engine, { customer }, async () => {
    const exit = engine.exits.find(id);
    if (exit === null) return err('exit_unavailable');
    const connection = await reachBy(engine, { exit, token }, destination, reaches);
    if (connection === 'exit_failed') engine.tell({ type: 'exit-failed', exit: id });
    if (typeof connection === 'string') return err(connection);
    return ok({ exit, connection, close: () => connection.close() });
  });
}

/** The resolver for DNS queries by a provider. */
export function resolverAt({ resolver }: TproxyListener): Destination {
  return { host: resolver, kind: 'ipv4', port: portOfNames };
}
