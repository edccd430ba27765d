import type { Socket } from 'node:net';
import { err, ok, type Result } from '@comet/foundation';
import { nearEnd } from './client-ends.ts';
import { Association, type Sockets } from './association.ts';
import type { Engine } from './engine.ts';
import { farByProvider, farFromHere, OpenSockets } from './far-datagrams.ts';
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
  const { exit, near, close } = opened.value;
  if (client.destroyed) {
    close();
    return 'bad_request';
  }
  const moving = new Association(engine, client, named, opened.value);
  const seat = takeSeat(engine, customer, exit, moving);
  client.once('close', () => {
    close();
    seat.leave();
  });
  client.on('end', () => client.destroy());
  client.resume();
  moving.start(seat.meter);
  const { address, port } = near.address();
  client.write(writeReply(0, plainAddress(address), port));
  return null;
}

/** Exits that are tried for one association. */
const mostExits = 3;

/** By an exit that carries datagrams, where there is one; a session is not moved for them. */
async function openUdp(
  engine: Engine,
  { customer, targeting }: Visitor,
  client: Socket,
): Promise<Result<Sockets, Refusal>> {
  const isSession = targeting.session !== null;
  const unable = new Set<string>();
  if (!isSession) for (const { view } of engine.exits.all()) if (isHttp(view.outlet)) unable.add(view.id);
  for (let tries = 1; ; tries += 1) {
    const picked = pickExit(engine, customer, targeting, unable);
    if (!picked.ok) return picked;
    const { id } = picked.value.exit.view;
    // There is none but those.
    if (unable.has(id)) return err('udp_unavailable');
    const opened = await openBy(engine, picked.value, client);
    if (opened.ok || isSession || tries === mostExits) return opened;
    unable.add(id);
  }
}

function isHttp(outlet: Outlet): boolean {
  return outlet.kind === 'upstream' && outlet.protocol === 'http';
}

async function openBy(
  engine: Engine,
  { exit, token }: Picked,
  client: Socket,
): Promise<Result<Sockets, Refusal>> {
  const { outlet, country, city } = exit.view;
  if (isHttp(outlet)) return err('udp_unavailable');
  const open = new OpenSockets();
  try {
    const near = await open.bind(nearEnd(client));
    const far =
      outlet.kind === 'local'
        ? await farFromHere(open, outlet)
        : await farByProvider(engine, open, outlet, { country, city, session: token });
    if (far !== null) return ok({ exit, near, far, close: () => open.close() });
    open.close();
    return err('udp_unavailable');
  } catch {
    open.close();
    return err('exit_failed');
  }
}
