import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait for the answers to those before them on one connection. */
const mostWaiting = 100;

/**
 * Lets the requests of one connection begin one after the other: what is asked in advance may rest on what was asked before it
 * (RFC 9112 §9.3.2). Who asks too much in advance is broken off, since it all would have to be kept.
 */
export class RequestTurns {
  readonly #waiting = new WeakMap<Socket, (() => void)[]>();

  take(socket: Socket, response: ServerResponse, begin: () => void): void {
    const waiting = this.#waiting.get(socket);
    if (waiting !== undefined && waiting.length >= mostWaiting) return void socket.destroy();
    response.once('close', () => this.#next(socket));
    if (waiting !== undefined) return void waiting.push(begin);
    this.#waiting.set(socket, []);
    begin();
  }

  #next(socket: Socket): void {
    const begin = this.#waiting.get(socket)?.shift();
    // Nobody would hear the answer to what is asked behind the last that is given.
    if (begin === undefined || socket.destroyed || socket.writableEnded) this.#waiting.delete(socket);
    else begin();
  }
}
