import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Deadlines } from './deadlines.ts';

/** Milliseconds from one answer to the whole head of the next request: as long as a client may rest, and as long again to say it. */
const patience = 30_000;

/**
 * Ends connections whose next request does not get on. Node's own `headersTimeout` holds only in servers that listen; who sends a byte now
 * and then would never be silent.
 */
export class RequestHeads {
  readonly #late = new Deadlines(patience);
  /** Requests that are not answered yet. */
  readonly #unanswered = new WeakMap<Socket, number>();

  awaited(socket: Socket, now: number): void {
    this.#late.begin(socket, () => socket.destroy(), now);
  }

  /** A head is whole; the next is awaited when this request and those with it are answered. */
  whole(socket: Socket, response: ServerResponse, now: () => number): void {
    this.#late.met(socket);
    this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const others = (this.#unanswered.get(socket) ?? 0) - 1;
      if (others >= 0) this.#unanswered.set(socket, others);
      if (others === 0 && !socket.destroyed) this.awaited(socket, now());
    });
  }

  /** Whether an answer has still to be given. */
  owes(socket: Socket): boolean {
    return (this.#unanswered.get(socket) ?? 0) > 0;
  }

  /** No request is awaited of this connection any more. */
  over(socket: Socket): void {
    this.#unanswered.delete(socket);
    this.#late.met(socket);
  }

  tick(now: number): void {
    this.#late.tick(now);
  }
}
