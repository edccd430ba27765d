import type { Socket } from 'node:net';
import type { Customer } from './customer.ts';
import type { Engine } from './engine.ts';
import type { ExitConnection } from './exit-connection.ts';
import type { Exit } from './exits.ts';
import { Flow } from './flow.ts';
import { takeSeat, type Seat } from './seat.ts';

export interface Manner {
  /** What is in the kernel already is thrown away at the end; otherwise it still reaches the client, since it is paid. */
  readonly resets: boolean;
  /** How often in a row it may be found silent before it is ended. */
  readonly silences: number;
}

const ofProxy: Manner = { resets: false, silences: 0 };

/** A customer's connection joined to one that leaves by an exit, until either has ended. */
export class Tunnel {
  readonly #client: Socket;
  readonly #exit: ExitConnection;
  readonly #up: Flow;
  readonly #down: Flow;
  readonly #seat: Seat;
  readonly #manner: Manner;
  #silences = 0;

  /** `early` is what the client has already said; nobody else reads from either side any more. */
  constructor(
    engine: Engine,
    customer: Customer,
    exit: Exit,
    client: Socket,
    connection: ExitConnection,
    early: Buffer,
    manner = ofProxy,
  ) {
    this.#manner = manner;
    this.#client = client;
    this.#exit = connection;
    this.#seat = takeSeat(engine, customer, exit, this);
    const { meter } = this.#seat;
    this.#up = new Flow(client, connection.socket, meter, this);
    this.#down = new Flow(connection, client, meter, this);
    // It may have ended before anybody listened.
    if (client.destroyed || connection.socket.destroyed) {
      this.destroy();
      return;
    }
    connection.socket.on('end', () => this.#down.end());
    client.on('end', () => this.#up.end());
    const closed = (failed: boolean): void => this.#closed(failed);
    connection.socket.on('close', closed);
    client.on('close', closed);
    client.on('data', (chunk: Buffer) => {
      if (!this.#up.carry(chunk)) client.pause();
    });
    if (early.length > 0 && !this.#up.carry(early)) client.pause();
    else client.resume();
    // He may have said all that he had to say before anybody listened.
    if (client.readableEnded) this.#up.end();
    connection.start((chunk) => this.#down.carry(chunk));
  }

  /** False when nothing has moved for too long. */
  stir(): boolean {
    this.#silences = this.#up.hasMoved || this.#down.hasMoved ? 0 : this.#silences + 1;
    this.#up.hasMoved = false;
    this.#down.hasMoved = false;
    return this.#silences <= this.#manner.silences;
  }

  destroy(): void {
    if (this.#manner.resets) this.#client.resetAndDestroy();
    else this.#client.destroy();
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
    this.#up.close();
    this.#down.close();
    this.#seat.leave();
  }
}
