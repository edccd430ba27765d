import type { Socket } from 'node:net';
import type { ExitConnection } from './exit-connection.ts';
import { Flow } from './flow.ts';
import type { Meter } from './meter.ts';

/** A customer's connection joined to one that leaves by an exit, until either has ended. */
export class Tunnel {
  readonly #client: Socket;
  readonly #exit: ExitConnection;
  readonly #up: Flow;
  readonly #down: Flow;
  readonly #onClose: () => void;
  #isOver = false;

  /** `early` is what the client has already said; nobody else reads from either side any more. */
  constructor(client: Socket, exit: ExitConnection, meter: Meter, early: Buffer, onClose: () => void) {
    this.#client = client;
    this.#exit = exit;
    this.#onClose = onClose;
    const destroy = (): void => this.destroy();
    this.#up = new Flow(exit.socket, meter, () => client.resume(), destroy);
    this.#down = new Flow(client, meter, () => exit.resume(), destroy);
    exit.socket.on('end', () => client.end());
    exit.socket.on('close', (failed) => this.#closed(failed));
    client.on('end', () => exit.socket.end());
    client.on('close', (failed) => this.#closed(failed));
    client.on('data', (chunk: Buffer) => {
      if (!this.#up.carry(chunk)) client.pause();
    });
    // It may have ended before anybody listened.
    if (client.destroyed || exit.socket.destroyed) {
      this.destroy();
      return;
    }
    if (early.length > 0 && !this.#up.carry(early)) client.pause();
    else client.resume();
    exit.start((chunk) => this.#down.carry(chunk));
  }

  /** False when nothing has moved since the last time. */
  stir(): boolean {
    const moved = this.#up.hasMoved || this.#down.hasMoved;
    this.#up.hasMoved = false;
    this.#down.hasMoved = false;
    return moved;
  }

  destroy(): void {
    this.#client.destroy();
    this.#exit.socket.destroy();
    this.#finish();
  }

  /** When one side is gone the other has nothing to wait for, but to send what it still has. */
  #closed(failed: boolean): void {
    for (const socket of [this.#client, this.#exit.socket])
      if (failed || !(socket.writableEnded && socket.readableEnded)) socket.destroy();
    if (this.#client.destroyed && this.#exit.socket.destroyed) this.#finish();
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#up.close();
    this.#down.close();
    this.#onClose();
  }
}
