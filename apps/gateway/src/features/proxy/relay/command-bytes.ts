import { parseIp } from '@comet/foundation';

/** `[kind: u8][length: u32][body]`, little-endian. Each writer returns the offset after its value. */
export class CommandBytes {
  #bytes = Buffer.allocUnsafeSlow(65_536);
  #length = 0;

  /** Returns and clears the pending commands; null if there are none. */
  take(): Buffer | null {
    if (this.#length === 0) return null;
    const all = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return all;
  }

  /** Reserves space for a command with a body of so many bytes; returns the body's offset. */
  protected begin(kind: number, length: number): number {
    const at = this.#length;
    this.#length = at + 5 + length;
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(this.#length * 2);
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    this.#bytes[at] = kind;
    return this.word(at + 1, length);
  }

  protected byte(at: number, value: number): number {
    this.#bytes[at] = value;
    return at + 1;
  }

  protected short(at: number, value: number): number {
    return this.#bytes.writeUInt16LE(value, at);
  }

  protected word(at: number, value: number): number {
    return this.#bytes.writeUInt32LE(value, at);
  }

  protected long(at: number, value: number): number {
    this.word(at, value % 2 ** 32);
    return this.word(at + 4, Math.floor(value / 2 ** 32));
  }

  protected address(at: number, host: string, port: number): number {
    if (host.includes(':')) this.#bytes.set(parseIp(host)?.bytes ?? [], at);
    else this.#ipv4(at, host);
    return this.short(at + 16, port);
  }

  /** Writes an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2). Used twice in every connect command, so it allocates no array. */
  #ipv4(at: number, host: string): void {
    this.word(this.word(this.word(at, 0), 0), 0xffff_0000);
    let to = at + 12;
    let byte = 0;
    for (let index = 0; index < host.length; index += 1) {
      const digit = host.charCodeAt(index) - 48;
      if (digit >= 0) byte = byte * 10 + digit;
      else {
        this.#bytes[to] = byte;
        to += 1;
        byte = 0;
      }
    }
    this.#bytes[to] = byte;
  }

  protected rest(at: number, bytes: Buffer): number {
    this.#bytes.set(bytes, at);
    return at + bytes.length;
  }

  /** Writes a length (u16) and the bytes. */
  protected text(at: number, bytes: Buffer): number {
    return this.rest(this.short(at, bytes.length), bytes);
  }
}
