import { createHash } from 'node:crypto';
import type { Revocation } from '@comet/contract';

/**
 * The revocations of one gateway and the digest of heartbeats: SHA-256 over `revocationLines` as base64url. The lines stay sorted in one
 * buffer, about 40 bytes for each revocation, and are hashed again only after a change or when the oldest one has expired.
 */
export class RevocationDigest {
  /** The lines as they are hashed. */
  #lines = Buffer.alloc(0);
  /** Received since the lines were built: the latest time by subject and slot, as in a line. */
  readonly #added = new Map<string, number>();
  /** The earliest time in `#lines`, unix seconds. */
  #oldest = Infinity;
  #since = -Infinity;
  #digest: string | null = null;

  constructor(revocations: Iterable<Revocation> = []) {
    for (const revocation of revocations) this.add(revocation);
  }

  add({ sub, slot, notBefore }: Revocation): void {
    const key = `${sub} ${slot ?? '*'}`;
    this.#added.set(key, Math.max(notBefore, this.#added.get(key) ?? notBefore));
  }

  /** Returns the digest of the revocations from `since` on (unix seconds); for an earlier `since` than before, from that one on. */
  at(since: number): { readonly since: number; readonly digest: string } {
    this.#since = Math.max(this.#since, since);
    if (this.#digest === null || this.#added.size > 0 || this.#oldest < this.#since)
      this.#digest = this.#rebuild(this.#since);
    return { since: this.#since, digest: this.#digest };
  }

  #rebuild(since: number): string {
    const lines: string[] = [];
    let oldest = Infinity;
    const keep = (line: string, notBefore: number) => {
      lines.push(line);
      oldest = Math.min(oldest, notBefore);
    };
    for (const line of this.#lines.toString('latin1').split('\n')) {
      const end = line.lastIndexOf(' ');
      const notBefore = Number(line.slice(end + 1));
      if (end === -1 || notBefore < since || this.#isSuperseded(line.slice(0, end), notBefore)) continue;
      keep(line, notBefore);
    }
    for (const [key, notBefore] of this.#added)
      if (notBefore >= since) keep(`${key} ${notBefore}`, notBefore);
    if (this.#added.size > 0) lines.sort();
    this.#added.clear();
    const text = lines.join('\n');
    this.#lines = Buffer.from(text, 'latin1');
    this.#oldest = oldest;
    return createHash('sha256').update(text).digest('base64url');
  }

  /** Returns true if a later revocation was added; removes an added one that is not later. */
  #isSuperseded(key: string, notBefore: number): boolean {
    const later = this.#added.get(key);
    if (later === undefined) return false;
    if (later > notBefore) return true;
    this.#added.delete(key);
    return false;
  }
}
