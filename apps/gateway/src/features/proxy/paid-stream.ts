import { Duplex } from 'node:stream';
import type { Customer } from './customer.ts';
import type { Engine } from './engine.ts';
import type { ExitConnection } from './exit-connection.ts';
import type { Exit } from './exits.ts';
import type { Meter } from './meter.ts';
import { type Seat, takeSeat } from './seat.ts';

/** A connection by an exit as a stream, for whoever speaks a protocol over it: each byte is paid before it goes on, heads included. */
export class PaidStream extends Duplex {
  readonly #exit: ExitConnection;
  readonly #meter: Meter;
  readonly #seat: Seat;
  #hasMoved = false;

  constructor(engine: Engine, customer: Customer, exit: Exit, connection: ExitConnection) {
    super();
    this.#exit = connection;
    this.#seat = takeSeat(engine, customer, exit, this);
    this.#meter = this.#seat.meter;
    const { socket } = connection;
    socket.hearOut();
    socket.on('end', () => (socket.isBrokenOff ? this.#closeOnceHeard() : this.push(null)));
    socket.on('close', () => this.#closeOnceHeard());
    // Nothing can be asked of one that has said all: it is not kept for the next request.
    this.on('end', () => this.destroy());
    socket.on('timeout', () => this.emit('timeout'));
    connection.start((chunk) => {
      // It is overwritten by the next read of anybody.
      void this.#pass(Buffer.from(chunk));
      return false;
    });
  }

  stir(): boolean {
    const moved = this.#hasMoved;
    this.#hasMoved = false;
    return moved;
  }

  /** What node:http asks of a connection that rests between two requests: when it has rested for too long, it is closed. */
  setTimeout(milliseconds: number): this {
    this.#exit.socket.setTimeout(milliseconds);
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    if (!this.#isPaying) this.#exit.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const { socket } = this.#exit;
    // Who answers and then takes nothing more is heard first; that the connection is over is told by its close.
    if (!socket.takes) return done();
    void this.#pay(chunk.length).then((paid) => {
      if (!paid) done(new Error('There is no proxy traffic left'));
      else if (socket.takes) socket.write(chunk, () => done());
      else done();
    });
  }

  override _final(done: () => void): void {
    this.#exit.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#exit.socket.destroy();
    this.#seat.leave();
    done(error);
  }

  #isPaying = false;

  async #pass(chunk: Buffer): Promise<void> {
    this.#isPaying = true;
    const paid = await this.#pay(chunk.length);
    this.#isPaying = false;
    if (this.destroyed) return;
    if (!paid) this.destroy();
    else if (this.push(chunk)) this.#exit.resume();
  }

  /** What was said before the connection broke off is heard first, by one who reads slowly too. Between two requests nobody listens. */
  #closeOnceHeard(): void {
    const look = (): void => {
      if (!this.#isPaying && this.readableLength === 0) this.destroy();
    };
    if (this.listenerCount('data') === 0) this.destroy();
    else this.on('data', look);
    look();
  }

  /** False when there is nothing left to pay with. */
  async #pay(bytes: number): Promise<boolean> {
    this.#hasMoved = true;
    let rest = bytes - this.#meter.pay(bytes);
    while (rest > 0) {
      if (this.#meter.isBroke) return false;
      await new Promise<void>((onPurse) => this.#meter.whenPaid({ onPurse }));
      // Who is gone meanwhile pays no more.
      if (this.destroyed) return false;
      rest -= this.#meter.pay(rest);
    }
    await new Promise<void>((onTurn) => {
      if (this.#meter.pass(bytes, { onTurn })) onTurn();
    });
    return true;
  }
}
