import { hash } from 'node:crypto';
import type { Revocation } from '@comet/contract';

/** Up to so many new revocations are inserted one by one; more are sorted together with the others. */
const maxInserted = 64;
const lineEnd = 0x0a;
const zero = 0x30;
const space = 0x20;

/**
 * The revocations of one gateway and the digest of heartbeats: SHA-256 over `revocationLines` as base64url. The lines stay sorted in one
 * buffer, about 40 bytes for each revocation, and are hashed again only after a change or when the oldest one has expired.
 */
export class RevocationDigest {
  /** The lines as they are hashed, each with a line end. */
  #lines = Buffer.alloc(0);
  /** Received since the last digest: the latest time by subject and slot, as in a line. */
  readonly #added = new Map<string, number>();
  /** The earliest time in `#lines`, unix seconds. */
  #oldest = Infinity;
  #since = -Infinity;
  #digest: string | null = null;

  constructor(revocations: readonly Revocation[] = []) {
    this.#lines = inOrder(
      revocations.map(({ sub, slot, notBefore }) => `${sub} ${slot ?? '*'} ${notBefore}\n`),
    );
    for (const { notBefore } of revocations) this.#oldest = Math.min(this.#oldest, notBefore);
  }

  add({ sub, slot, notBefore }: Revocation): void {
    const key = `${sub} ${slot ?? '*'}`;
    this.#added.set(key, Math.max(notBefore, this.#added.get(key) ?? notBefore));
  }

  /** Returns the digest of the revocations from `since` on (unix seconds); for an earlier `since` than before, from that one on. */
  at(since: number): { readonly since: number; readonly digest: string } {
    this.#since = Math.max(this.#since, since);
    if (this.#digest === null || this.#added.size > 0 || this.#oldest < this.#since) {
      this.#addLines();
      if (this.#oldest < this.#since) this.#dropExpired(this.#since);
      this.#digest = hash('sha256', this.#lines.subarray(0, -1), 'base64url');
    }
    return { since: this.#since, digest: this.#digest };
  }

  #addLines(): void {
    if (this.#added.size > maxInserted) this.#sortAll();
    else for (const [key, notBefore] of this.#added) this.#insert(`${key} `, notBefore);
    for (const notBefore of this.#added.values()) this.#oldest = Math.min(this.#oldest, notBefore);
    this.#added.clear();
  }

  #sortAll(): void {
    const present = this.#lines.toString('latin1').match(/.+\n/g) ?? [];
    const added = Array.from(this.#added, ([key, notBefore]) => `${key} ${notBefore}\n`);
    this.#lines = inOrder([...present, ...added]);
  }

  /** Inserts a line, or replaces that of an earlier revocation of the same subject and slot. */
  #insert(prefix: string, notBefore: number): void {
    const start = this.#lowerBound(Buffer.from(prefix, 'latin1'));
    let end = start;
    if (this.#lines.toString('latin1', start, start + prefix.length) === prefix) {
      end = this.#lines.indexOf(lineEnd, start) + 1;
      if (this.#timeOf(end - 1) >= notBefore) return;
    }
    const line = Buffer.from(`${prefix}${notBefore}\n`, 'latin1');
    this.#lines = Buffer.concat([this.#lines.subarray(0, start), line, this.#lines.subarray(end)]);
  }

  /** Returns the start of the first line that is not before `prefix`. */
  #lowerBound(prefix: Buffer): number {
    const lines = this.#lines;
    let [low, high] = [0, lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const start = middle === 0 ? 0 : lines.lastIndexOf(lineEnd, middle - 1) + 1;
      const order = lines.compare(
        prefix,
        0,
        prefix.length,
        start,
        Math.min(start + prefix.length, lines.length),
      );
      if (order < 0) low = lines.indexOf(lineEnd, middle) + 1;
      else high = start;
    }
    return low;
  }

  #dropExpired(since: number): void {
    const lines = this.#lines;
    let [length, start] = [0, 0];
    this.#oldest = Infinity;
    for (let end = lines.indexOf(lineEnd); end !== -1; end = lines.indexOf(lineEnd, start)) {
      const notBefore = this.#timeOf(end);
      if (notBefore >= since) {
        this.#oldest = Math.min(this.#oldest, notBefore);
        length += lines.copy(lines, length, start, end + 1);
      }
      start = end + 1;
    }
    this.#lines = Buffer.from(lines.subarray(0, length));
  }

  /** Returns the time at the end of the line that ends at `end`. */
  #timeOf(end: number): number {
    let time = 0;
    for (let index = end - 1, unit = 1; this.#lines[index] !== space; index -= 1, unit *= 10)
      time += ((this.#lines[index] ?? zero) - zero) * unit;
    return time;
  }
}

/** Sorts lines and joins them; of several with the same subject and slot, only the one with the latest time remains. */
function inOrder(lines: readonly string[]): Buffer<ArrayBuffer> {
  const latest: string[] = [];
  let [previousKey, previousTime] = ['', 0];
  for (const line of lines.toSorted()) {
    const end = line.lastIndexOf(' ');
    const [key, time] = [line.slice(0, end), Number(line.slice(end + 1))];
    if (key !== previousKey) latest.push(line);
    else if (time > previousTime) latest[latest.length - 1] = line;
    previousTime = key === previousKey ? Math.max(time, previousTime) : time;
    previousKey = key;
  }
  return Buffer.from(latest.join(''), 'latin1');
}
