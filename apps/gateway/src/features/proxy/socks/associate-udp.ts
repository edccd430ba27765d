import { err, ok, type Result } from '@comet/foundation';
import { UdpAssociation, type EgressRoute } from './udp-association.ts';
import type { Engine } from '../engine.ts';
import { type PickedExit, pickExit } from '../egress/pick-exit.ts';
import { mayTryAnotherExit, planAssociation } from '../plan/association-plan.ts';
import type { Outlet } from '../proxy-messages.ts';
import type { Refusal } from '../refusals.ts';
import { takeConnectionSlot } from '../limits/connection-slot.ts';
import type { SocksClient } from './socks-client.ts';
import { writeReply } from './socks-frames.ts';
import { openFor, type AuthenticatedClient } from '../auth/authenticated-client.ts';

interface Named {
  readonly host: string;
  readonly port: number;
}

/** Relays a client's datagrams (RFC 1928 §7) while its control connection is open. Resolves with the refusal, or null. */
export async function associateUdp(
  engine: Engine,
  authenticatedClient: AuthenticatedClient,
  client: SocksClient,
  named: Named,
): Promise<Refusal | null> {
  const { customer } = authenticatedClient;
  const opened = await openFor(engine, authenticatedClient, () =>
    openUdp(engine, authenticatedClient, client, named),
  );
  if (!opened.ok) return opened.error;
  const { egressRoutes, port } = opened.value;
  if (client.isGone) return 'bad_request';
  const association = new UdpAssociation(engine, client, egressRoutes);
  // Each egress route has its own slot: it counts at its exit, and ends with it.
  const connectionSlots = egressRoutes.map(({ exit }, index) =>
    takeConnectionSlot(engine, customer, exit, index === 0 ? association : association.shadow()),
  );
  engine.associations.add(association);
  client.onceClosed(() => {
    engine.associations.delete(association);
    for (const connectionSlot of connectionSlots) connectionSlot.release();
  });
  client.hold(association, writeReply(0, client.addresses.local, port));
  return null;
}

interface OpenedUdp {
  readonly exit: PickedExit['exit'];
  readonly egressRoutes: readonly EgressRoute[];
  /** The port that the client sends to. */
  readonly port: number;
  close(): void;
}

/**
 * Opens an association through an exit that supports UDP, if possible one with IPv6. A session keeps its exit, and gets a second one for
 * IPv6 if its own has none. The plans are in `plan/association-plan.ts`.
 */
async function openUdp(
  engine: Engine,
  { customer, targeting }: AuthenticatedClient,
  client: SocksClient,
  named: Named,
): Promise<Result<OpenedUdp, Refusal>> {
  const hasSession = targeting.session !== null;
  const unable = new Set<string>();
  if (!hasSession) for (const { view } of engine.exits.all()) if (isHttp(view.outlet)) unable.add(view.id);
  for (let tries = 1; ; tries += 1) {
    const plan = planAssociation(pickForUdp(engine, { customer, targeting }, unable), { unable, hasSession });
    if (plan.kind === 'refuse') return err(plan.refusal);
    const second = plan.needsIpv6Exit
      ? pickExit(engine, customer, targeting, noExits, engine.exits.withoutIpv6())
      : null;
    const opened = await bindByExit(
      plan.by,
      second?.ok === true ? second.value : null,
      (egressRoutes) => client.associate(customer, named, egressRoutes),
      (one) => egressRouteOf(engine, client, one),
    );
    if (opened.ok || !mayTryAnotherExit(tries, hasSession)) return opened;
    unable.add(plan.by.exit.view.id);
  }
}

const noExits: ReadonlySet<string> = new Set();

/** Prefers an exit with IPv6; picks one of `unable` only where there is no other. A session's own exit is picked regardless. */
function pickForUdp(
  engine: Engine,
  { customer, targeting }: AuthenticatedClient,
  unable: ReadonlySet<string>,
): Result<PickedExit, Refusal> {
  if (targeting.session === null) {
    const dual = pickExit(engine, customer, targeting, unable, engine.exits.withoutKnownIpv6());
    if (dual.ok && !unable.has(dual.value.exit.view.id)) return dual;
  }
  return pickExit(engine, customer, targeting, unable);
}

function isHttp(outlet: Outlet): boolean {
  return outlet.kind === 'upstream' && outlet.protocol === 'http';
}

async function bindByExit(
  picked: PickedExit,
  second: PickedExit | null,
  bind: (egressRoutes: readonly EgressRoute[]) => Promise<number | null>,
  egressRouteOf: (picked: PickedExit) => Promise<EgressRoute | null>,
): Promise<Result<OpenedUdp, Refusal>> {
  const first = await egressRouteOf(picked);
  if (first === null) return err('udp_unavailable');
  const opened = (egressRoutes: readonly EgressRoute[], port: number) =>
    ok({ exit: picked.exit, egressRoutes, port, close: () => undefined });
  const further = second === null ? null : await egressRouteOf(second);
  if (further !== null) {
    const port = await bind([first, further]);
    if (port !== null) return opened([first, further], port);
  }
  // Without the second exit the association is IPv4 only.
  const port = await bind([first]);
  return port === null ? err('exit_failed') : opened([first], port);
}

/** Resolves with null if the exit does not support UDP. */
async function egressRouteOf(
  engine: Engine,
  client: SocksClient,
  { exit, token }: PickedExit,
): Promise<EgressRoute | null> {
  const { outlet, country, city } = exit.view;
  if (outlet.kind === 'local') return { exit, outlet };
  if (outlet.protocol === 'http') return null;
  const provider = await client.handshakeWithProvider(
    outlet,
    { country, city, session: token },
    engine.guard,
  );
  return provider === null ? null : { exit, provider };
}
