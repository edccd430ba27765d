import type { Socket } from 'node:net';
import type { Meter } from './meter.ts';

/** One direction of a tunnel: pays for each chunk before it is written, and stops its source while it cannot go on. */
export class Flow {
  readonly #source: { resume(): void };
  readonly #sink: Socket;
  readonly #meter: Meter;
  readonly #tunnel: { destroy(): void };
  /** Not paid for yet. */
  #held: Buffer | null = null;
  #isWriting = false;
  #isHeld = false;
  #isOver = false;
  /** Made with the first write: most tunnels that are open at a time are silent. */
  #written: (() => void) | null = null;
  hasMoved = false;

  constructor(source: { resume(): void }, sink: Socket, meter: Meter, tunnel: { destroy(): void }) {
    this.#source = source;
    this.#sink = sink;
    this.#meter = meter;
    this.#tunnel = tunnel;
  }

  /** False when the source has to stop until it is resumed; `chunk` is not touched after that. */
  carry(chunk: Buffer): boolean {
    this.hasMoved = true;
    const paid = this.#meter.pay(chunk.length);
    if (paid > 0) this.#write(paid === chunk.length ? chunk : chunk.subarray(0, paid));
    if (paid < chunk.length) this.#wait(chunk.subarray(paid));
    return this.#isFree;
  }

  /** The source has said all: once that is paid, the sink hears that nothing more comes. */
  end(): void {
    this.#isOver = true;
    if (this.#held !== null) return;
    // Where nothing else is left to do, closing says it, and spares a shutdown.
    if (this.#sink.readableEnded && this.#sink.writableLength === 0) this.#sink.destroy();
    else this.#sink.end();
  }

  /** The tunnel is over: nobody is to be called. */
  close(): void {
    this.#held = null;
    this.#meter.forget(this);
  }

  onTurn(): void {
    this.#isHeld = false;
    this.#goOn();
  }

  onPurse(): void {
    const rest = this.#held;
    if (rest === null) return;
    this.#held = null;
    if (this.carry(rest)) this.#source.resume();
    if (this.#isOver) this.end();
  }

  get #isFree(): boolean {
    return !this.#isWriting && !this.#isHeld && this.#held === null;
  }

  #write(chunk: Buffer): void {
    this.#written ??= () => this.#onWritten();
    this.#sink.write(chunk, this.#written);
    // What the kernel has not taken at once is still in the source's buffer.
    this.#isWriting = this.#sink.writableLength > 0;
    if (!this.#meter.pass(chunk.length, this)) this.#isHeld = true;
  }

  #wait(rest: Buffer): void {
    if (this.#meter.isBroke) return this.#tunnel.destroy();
    this.#held = rest;
    this.#meter.whenPaid(this);
  }

  #onWritten(): void {
    if (!this.#isWriting || this.#sink.writableLength > 0) return;
    this.#isWriting = false;
    this.#goOn();
  }

  #goOn(): void {
    if (this.#isFree && !this.#sink.destroyed) this.#source.resume();
  }
}
