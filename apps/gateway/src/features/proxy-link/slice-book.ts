/**
 * What the proxy has said of each slice that it holds, so that the agent can settle them when the process has ended: what it used since
 * its last word is the customer's gain.
 */
export class SliceBook {
  readonly #used = new Map<string, number>();

  given(slice: string): void {
    this.#used.set(slice, 0);
  }

  /** False for a slice that the proxy does not hold, which must not be told on. */
  told(slice: string, bytes: number, done: boolean): boolean {
    if (!this.#used.has(slice)) return false;
    if (done) this.#used.delete(slice);
    else this.#used.set(slice, bytes);
    return true;
  }

  /** All that are still held, with the bytes last told; the book is empty afterwards. */
  settle(): readonly { readonly slice: string; readonly bytes: number }[] {
    const all = [...this.#used].map(([slice, bytes]) => ({ slice, bytes }));
    this.#used.clear();
    return all;
  }
}
