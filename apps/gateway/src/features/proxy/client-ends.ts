import type { Socket } from 'node:net';

interface Ends {
  readonly from: string;
  readonly near: string;
}

/** Those of clients that came by the carrier, whose socket here is only a bridge to it. */
const told = new WeakMap<Socket, Ends>();

export function tellEnds(socket: Socket, ends: Ends): void {
  told.set(socket, ends);
}

/** The address that a client comes from. */
export function farEnd(socket: Socket): string {
  return told.get(socket)?.from ?? socket.remoteAddress ?? '';
}

/** The address of ours that a client came to. */
export function nearEnd(socket: Socket): string {
  return told.get(socket)?.near ?? socket.localAddress ?? '';
}
