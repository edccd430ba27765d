import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import type { Socket } from 'node:net';
import { err, isIpv6, ok, type Result } from '@comet/foundation';
import { Association, type Sockets } from './association.ts';
import type { Engine } from './engine.ts';
import { pickExit } from './pick-exit.ts';
import { plainAddress } from './plain-address.ts';
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

async function openUdp(
  engine: Engine,
  { customer, targeting }: Visitor,
  client: Socket,
): Promise<Result<Sockets, Refusal>> {
  const picked = pickExit(engine, customer, targeting, new Set());
  if (!picked.ok) return picked;
  const { exit } = picked.value;
  const { outlet } = exit.view;
  if (outlet.kind !== 'local') return err('udp_unavailable');
  const open: UdpSocket[] = [];
  const close = (): void => {
    for (const socket of open.splice(0)) socket.close();
  };
  try {
    const bind = async (address: string): Promise<UdpSocket> => {
      const socket = createSocket(isIpv6(address) ? 'udp6' : 'udp4');
      open.push(socket);
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject).bind(0, address, resolve);
      });
      // One datagram that cannot be sent is lost, as datagrams are.
      socket.removeAllListeners('error').on('error', () => undefined);
      return socket;
    };
    const near = await bind(client.localAddress ?? '');
    const ipv4 = await bind(outlet.ipv4);
    const ipv6 = outlet.ipv6 === null ? null : await bind(outlet.ipv6);
    return ok({ exit, near, far: { ipv4, ipv6 }, close });
  } catch {
    close();
    return err('exit_failed');
  }
}
