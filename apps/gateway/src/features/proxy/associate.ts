import type { Socket } from 'node:net';
import { err, ok, type Result } from '@comet/foundation';
import { nearEnd } from './client-ends.ts';
import { Association, type Sockets } from './association.ts';
import type { Engine } from './engine.ts';
import { lacksIpv6 } from './exits.ts';
import { farByProvider, type FarDatagrams, farFromHere, OpenSockets } from './far-datagrams.ts';
import { type Picked, pickExit } from './pick-exit.ts';
import { plainAddress } from './plain-address.ts';
import type { Outlet } from './proxy-messages.ts';
import type { Refusal } from './refusals.ts';
import { writeReply } from './socks-frames.ts';
import { takeSeat } from './seat.ts';
import { openFor, type Visitor } from './visit.ts';

/** Carries datagrams (RFC 1928 §7) for as long as the connection that asked for it lives, from and to that client only. */
export async function associate(
  engine: Engine,
  visitor: Visitor,
  client: Socket,
  named: { readonly host: string; readonly port: number },
): Promise<Refusal | null> {
  const { customer } = visitor;
  const opened = await openFor(engine, visitor, () => openUdp(engine, visitor, client));
  if (!opened.ok) return opened.error;
  const { ways, near, close } = opened.value;
  if (client.destroyed) {
    close();
    return 'bad_request';
  }
  const moving = new Association(engine, client, named, opened.value);
  // Each way is a place of its own: what leaves by an exit counts there, and ends with it.
  const seats = ways.map(({ exit }, index) =>
    takeSeat(engine, customer, exit, index === 0 ? moving : moving.shadow()),
  );
  client.once('close', () => {
    close();
    for (const seat of seats) seat.leave();
  });
  client.on('end', () => client.destroy());
  client.resume();
  moving.start(seats.map(({ meter }) => meter));
  const { address, port } = near.address();
  client.write(writeReply(0, plainAddress(address), port));
  return null;
}

/** Exits that are tried for one association. */
const mostExits = 3;

/**
 * By an exit that carries datagrams, with IPv6 where there is one; a session is not moved for them, and has a second exit for IPv6 where
 * its own has none.
 */
async function openUdp(
  engine: Engine,
  { customer, targeting }: Visitor,
  client: Socket,
): Promise<Result<Sockets, Refusal>> {
  const isSession = targeting.session !== null;
  const unable = new Set<string>();
  if (!isSession) for (const { view } of engine.exits.all()) if (isHttp(view.outlet)) unable.add(view.id);
  for (let tries = 1; ; tries += 1) {
    const picked = pickForUdp(engine, { customer, targeting }, unable);
    if (!picked.ok) return picked;
    const { view } = picked.value.exit;
    // There is none but those.
    if (unable.has(view.id)) return err('udp_unavailable');
    const second =
      isSession && lacksIpv6(view)
        ? pickExit(engine, customer, targeting, noExits, engine.exits.withoutIpv6())
        : null;
    const opened = await openBy(engine, picked.value, second?.ok === true ? second.value : null, client);
    if (opened.ok || isSession || tries === mostExits) return opened;
    unable.add(view.id);
  }
}

const noExits: ReadonlySet<string> = new Set();

/** One with IPv6 before any other; one of `unable` only where there is no other. A session's own, whatever it has. */
function pickForUdp(
  engine: Engine,
  { customer, targeting }: Visitor,
  unable: ReadonlySet<string>,
): Result<Picked, Refusal> {
  if (targeting.session === null) {
    const dual = pickExit(engine, customer, targeting, unable, engine.exits.withoutKnownIpv6());
    if (dual.ok && !unable.has(dual.value.exit.view.id)) return dual;
  }
  return pickExit(engine, customer, targeting, unable);
}

function isHttp(outlet: Outlet): boolean {
  return outlet.kind === 'upstream' && outlet.protocol === 'http';
}

async function openBy(
  engine: Engine,
  picked: Picked,
  second: Picked | null,
  client: Socket,
): Promise<Result<Sockets, Refusal>> {
  if (isHttp(picked.exit.view.outlet)) return err('udp_unavailable');
  const open = new OpenSockets();
  try {
    const near = await open.bind(nearEnd(client));
    const far = await openFar(engine, open, picked);
    if (far !== null) {
      // Without it the association is one of IPv4.
      const further = second === null ? null : await openFar(engine, open, second).catch(() => null);
      const ways = [
        { exit: picked.exit, far },
        ...(second === null || further === null ? [] : [{ exit: second.exit, far: further }]),
      ];
      return ok({ exit: picked.exit, ways, near, close: () => open.close() });
    }
    open.close();
    return err('udp_unavailable');
  } catch {
    open.close();
    return err('exit_failed');
  }
}

/** Null where the exit carries no datagrams. */
async function openFar(
  engine: Engine,
  open: OpenSockets,
  { exit, token }: Picked,
): Promise<FarDatagrams | null> {
  const { outlet, country, city } = exit.view;
  if (outlet.kind === 'local') return farFromHere(open, outlet);
  if (outlet.protocol === 'http') return null;
  return farByProvider(engine, open, outlet, { country, city, session: token });
}
