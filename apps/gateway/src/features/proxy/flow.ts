import type { Socket } from 'node:net';
import type { Meter } from './meter.ts';

/** One direction of a tunnel: pays for each chunk before it is written, and stops its source while it cannot go on. */
export class Flow {
  readonly #sink: Socket;
  readonly #meter: Meter;
  readonly #resume: () => void;
  readonly #end: () => void;
  /** Not paid for yet. */
  #held: Buffer | null = null;
  #isWriting = false;
  #isHeld = false;
  hasMoved = false;

  /** `resume` lets the source go on; `end` breaks the tunnel off. */
  constructor(sink: Socket, meter: Meter, resume: () => void, end: () => void) {
    this.#sink = sink;
    this.#meter = meter;
    this.#resume = resume;
    this.#end = end;
  }

  /** False when the source has to stop until it is resumed; `chunk` is not touched after that. */
  carry(chunk: Buffer): boolean {
    this.hasMoved = true;
    const paid = this.#meter.pay(chunk.length);
    if (paid > 0) this.#write(paid === chunk.length ? chunk : chunk.subarray(0, paid));
    if (paid < chunk.length) this.#wait(chunk.subarray(paid));
    return this.#isFree;
  }

  /** The tunnel is over: nobody is to be called. */
  close(): void {
    this.#held = null;
    this.#meter.forget(this.#paid);
  }

  get #isFree(): boolean {
    return !this.#isWriting && !this.#isHeld && this.#held === null;
  }

  #write(chunk: Buffer): void {
    this.#sink.write(chunk, this.#written);
    // What the kernel has not taken at once is still in the source's buffer.
    this.#isWriting = this.#sink.writableLength > 0;
    if (!this.#meter.pass(chunk.length, this.#called)) this.#isHeld = true;
  }

  #wait(rest: Buffer): void {
    this.#held = rest;
    if (this.#meter.isBroke) {
      this.#held = null;
      this.#end();
    } else this.#meter.whenPaid(this.#paid);
  }

  readonly #written = (): void => {
    if (!this.#isWriting || this.#sink.writableLength > 0) return;
    this.#isWriting = false;
    this.#goOn();
  };

  readonly #called = (): void => {
    this.#isHeld = false;
    this.#goOn();
  };

  readonly #paid = (): void => {
    const rest = this.#held;
    if (rest === null) return;
    this.#held = null;
    if (this.carry(rest)) this.#resume();
  };

  #goOn(): void {
    if (this.#isFree && !this.#sink.destroyed) this.#resume();
  }
}
