/** What an idle connection reads into; one for all, since what it holds is copied before the next read. */
const sharedSize = 65_536;
const ownSize = 262_144;
/** No more than 64 MB, whatever happens: who gets none goes on with the shared one. */
const mostOwn = 256;

/** The buffers that connections read into: a large one of their own while they are busy, one for all of them otherwise. */
export class ReadBuffers {
  readonly shared = Buffer.allocUnsafeSlow(sharedSize);
  readonly #free: Buffer[] = [];
  #made = 0;

  /** A buffer of one's own, or null when there are too many. Give it back when nothing reads or writes it any more. */
  take(): Buffer | null {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#made === mostOwn) return null;
    this.#made += 1;
    return Buffer.allocUnsafeSlow(ownSize);
  }

  giveBack(buffer: Buffer): void {
    // A few wait for the next busy time; a peak does not stay in memory.
    if (this.#free.length < 8) this.#free.push(buffer);
    else this.#made -= 1;
  }
}
