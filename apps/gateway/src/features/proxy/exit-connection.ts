import { ExitSocket } from './exit-socket.ts';
import type { ReadBuffers } from './read-buffers.ts';

/** What takes the bytes of a connection as they come. False stops the reading until `resume`; `chunk` may be kept until then only. */
export type Take = (chunk: Buffer) => boolean;

export interface Way {
  readonly host: string;
  readonly port: number;
  /** With a port: letting the system look for one takes ever longer with the number of connections that have just ended. */
  readonly local: { readonly address: string; readonly port: number } | null;
}

/**
 * A connection that leaves by an exit. It reads by `onread` of node:net, which saves a buffer and an event for every read: with buffers
 * of 256 KB it moves twice of what `pipe` does.
 */
export class ExitConnection {
  readonly socket: ExitSocket;
  readonly #buffers: ReadBuffers;
  #own: Buffer | null = null;
  /** Given back as soon as what it holds has been taken. */
  #leaving: Buffer | null = null;
  #take: Take | null = null;
  #early: Buffer[] = [];

  constructor(way: Way, buffers: ReadBuffers) {
    this.#buffers = buffers;
    this.socket = new ExitSocket({
      allowHalfOpen: true,
      onread: {
        buffer: () => this.#own ?? this.#buffers.shared,
        callback: (length, buffer) => this.#read(length, buffer as Buffer),
      },
    });
    this.socket.setNoDelay();
    this.socket.connect({
      host: way.host,
      port: way.port,
      ...(way.local === null ? {} : { localAddress: way.local.address, localPort: way.local.port }),
      autoSelectFamily: false,
    });
    // Whoever uses the connection hears of its end by `close`.
    this.socket.on('error', ignore);
    this.socket.once('close', () => this.#release());
  }

  /** Who takes the bytes from now on, beginning with those that nobody has taken yet. */
  start(take: Take): void {
    this.#take = take;
    let goOn = true;
    for (const chunk of this.#early.splice(0)) goOn = take(chunk) && goOn;
    if (goOn) this.socket.resume();
  }

  /** What was read before the conversation ended belongs to whoever takes next, who also resumes the reading. */
  keepForNext(rest: Buffer): void {
    this.#take = null;
    if (rest.length > 0) this.#early.push(rest);
  }

  close(): void {
    this.socket.destroy();
  }

  heard(): Promise<number> {
    return Promise.resolve(this.socket.bytesRead);
  }

  onceGone(listener: () => void): void {
    this.socket.once('close', listener);
  }

  resume(): void {
    if (this.#leaving !== null) {
      this.#buffers.giveBack(this.#leaving);
      this.#leaving = null;
    }
    this.socket.resume();
  }

  #read(length: number, buffer: Buffer): boolean {
    const chunk = this.#keep(length, buffer);
    if (this.#take === null) {
      this.#early.push(Buffer.from(chunk));
      return false;
    }
    const goOn = this.#take(chunk);
    if (goOn && this.#leaving !== null) {
      this.#buffers.giveBack(this.#leaving);
      this.#leaving = null;
    }
    return goOn;
  }

  /** The bytes where the next read of anybody does not overwrite them; decides what the next one of ours goes into. */
  #keep(length: number, buffer: Buffer): Buffer {
    if (this.#own !== null) {
      const chunk = this.#own.subarray(0, length);
      if (length >= this.#buffers.shared.length) return chunk;
      // It has run dry, and may stay so for hours.
      this.#leaving = this.#own;
      this.#own = null;
      return chunk;
    }
    const chunk = buffer.subarray(0, length);
    if (length === buffer.length && this.#leaving === null) this.#own = this.#buffers.take();
    if (this.#own === null) return Buffer.from(chunk);
    this.#own.set(chunk);
    return this.#own.subarray(0, length);
  }

  #release(): void {
    for (const buffer of [this.#own, this.#leaving]) if (buffer !== null) this.#buffers.giveBack(buffer);
    this.#own = null;
    this.#leaving = null;
    this.#early = [];
  }
}

function ignore(): void {}
