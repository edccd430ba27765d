import { hash } from 'node:crypto';

/**
 * The digest of a set of texts: the exclusive or of their SHA-256 hashes. It is independent of their order, and an update costs one hash.
 * It detects accidental differences; the signature around it protects against deliberate ones.
 */
export class SetDigest {
  readonly #sum = Buffer.alloc(32);
  #count = 0;

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text);
  }

  /** `text` must not be in the set. */
  add(text: string): void {
    this.#mix(text);
    this.#count += 1;
  }

  /** `text` must be in the set. */
  remove(text: string): void {
    this.#mix(text);
    this.#count -= 1;
  }

  /** Adds the texts of another set, which has none in common with this one. */
  merge(other: SetDigest): void {
    for (const [index, byte] of other.#sum.entries()) this.#mixByte(index, byte);
    this.#count += other.#count;
  }

  /** The size of the set and the sum as base64url. */
  value(): string {
    return `${this.#count}.${this.#sum.toString('base64url')}`;
  }

  /** One character is one byte: a buffer for each hash would take four times as long. */
  #mix(text: string): void {
    const digest = hash('sha256', text, 'binary');
    for (let index = 0; index < 32; index += 1) this.#mixByte(index, digest.charCodeAt(index));
  }

  #mixByte(index: number, byte: number): void {
    this.#sum[index] = (this.#sum[index] ?? 0) ^ byte;
  }
}
