import { Socket } from 'node:net';

/**
 * The socket of a connection by an exit. One that is heard out does not end because the other side takes nothing more: what that side has
 * said before is still read. Node would throw it away with the first write that fails.
 */
export class ExitSocket extends Socket {
  #isHeardOut = false;
  #isDeaf = false;
  #isBrokenOff = false;

  hearOut(): void {
    this.#isHeardOut = true;
  }

  /** Whether what is written may still arrive. */
  get takes(): boolean {
    return this.writable && !this.#isDeaf;
  }

  /** It was reset without an end before: what is heard last is not the end of what was to be said. */
  get isBrokenOff(): boolean {
    return this.#isBrokenOff;
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.#isHeardOut) return super._write(chunk, encoding, done);
    super._write(chunk, encoding, (error?: NodeJS.ErrnoException | null) => {
      const code = error?.code;
      if (code !== 'EPIPE' && code !== 'ECONNRESET') return done(error);
      this.#isDeaf = true;
      // Linux says EPIPE where the reset came after an end, and tells it only once: the next read would take it for an end.
      this.#isBrokenOff = code === 'ECONNRESET';
      done();
    });
  }
}
