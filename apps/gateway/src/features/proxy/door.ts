import type { Socket } from 'node:net';
import type { Engine } from './engine.ts';

/** What a handshake needs of the door that it stands at. */
export interface Door {
  readonly engine: Engine;
  /** The handshake is over, one way or another: it does not count as one any more. */
  settled(socket: Socket): void;
  /** Takes a connection that speaks plain HTTP, with its first request's head. */
  plainHttp(socket: Socket, heard: Buffer): void;
}

/** Says a last word and closes; what the other side still sends is not read. */
export function hangUp(socket: Socket, word: string | Buffer): void {
  socket.end(word);
  socket.once('finish', () => socket.destroySoon());
  socket.resume();
}
