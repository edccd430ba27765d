import { parseIp } from '@comet/foundation';

/** How the two sides of a line become one: who pays, and by what they go. */
export interface Join {
  readonly purse: number;
  readonly gates: readonly [number, number];
  /** For the client, and not counted. */
  readonly greeting: Buffer;
}

/**
 * What is said on the pipes to the carrier: `[kind: u8][length: u32][body]`, numbers with their lowest byte first (`frames.rs`). An order is
 * put at the end of what is not written yet.
 */
export class OrderWriter {
  #bytes = Buffer.allocUnsafeSlow(65_536);
  #length = 0;

  /** All that was ordered since the last time; null for nothing. */
  take(): Buffer | null {
    if (this.#length === 0) return null;
    const all = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return all;
  }

  refuse(line: number, word: Buffer): void {
    this.#rest(this.#word(this.#begin(1, 4 + word.length), line), word);
  }

  dial(
    line: number,
    to: { readonly host: string; readonly port: number },
    local: { readonly address: string; readonly port: number } | null,
    join: Join | null,
  ): void {
    let at = this.#word(this.#begin(2, join === null ? 41 : 55 + join.greeting.length), line);
    at = this.#address(this.#address(at, to.host, to.port), local?.address ?? '::', local?.port ?? 0);
    this.#bytes[at] = join === null ? 0 : 1;
    if (join !== null) this.#join(at + 1, join);
  }

  say(line: number, bytes: Buffer): void {
    this.#rest(this.#word(this.#begin(3, 4 + bytes.length), line), bytes);
  }

  /** `rest` is what the other side has said already. */
  join(line: number, join: Join, rest: Buffer): void {
    const at = this.#word(this.#begin(4, 18 + join.greeting.length + rest.length), line);
    this.#rest(this.#join(at, join), rest);
  }

  bridge(line: number, withHead: boolean, preamble: Buffer): void {
    const at = this.#word(this.#begin(5, 5 + preamble.length), line);
    this.#bytes[at] = withHead ? 1 : 0;
    this.#rest(at + 1, preamble);
  }

  end(line: number): void {
    this.#word(this.#begin(6, 4), line);
  }

  lend(purse: number, bytes: number, mark: number): void {
    this.#long(this.#long(this.#word(this.#begin(7, 20), purse), bytes), mark);
  }

  recall(purse: number): void {
    this.#word(this.#begin(8, 4), purse);
  }

  broke(purse: number): void {
    this.#word(this.#begin(9, 4), purse);
  }

  /** Bytes a second; null for as many as can be. */
  limit(gate: number, rate: number | null): void {
    const at = this.#word(this.#begin(10, 12), gate);
    this.#bytes.writeBigUInt64LE(rate === null ? 2n ** 64n - 1n : BigInt(Math.round(rate)), at);
  }

  charge(gate: number, bytes: number): void {
    this.#long(this.#word(this.#begin(11, 12), gate), bytes);
  }

  /** A purse or a gate. */
  forget(id: number): void {
    this.#word(this.#begin(12, 4), id);
  }

  stir(): void {
    this.#begin(13, 0);
  }

  finish(): void {
    this.#begin(14, 0);
  }

  count(line: number): void {
    this.#word(this.#begin(15, 4), line);
  }

  #join(at: number, { purse, gates, greeting }: Join): number {
    const then = this.#word(this.#word(this.#word(at, purse), gates[0]), gates[1]);
    return this.#rest(this.#bytes.writeUInt16LE(greeting.length, then), greeting);
  }

  #begin(kind: number, length: number): number {
    const at = this.#length;
    this.#length = at + 5 + length;
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(this.#length * 2);
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    this.#bytes[at] = kind;
    return this.#word(at + 1, length);
  }

  #word(at: number, value: number): number {
    return this.#bytes.writeUInt32LE(value, at);
  }

  #long(at: number, value: number): number {
    this.#word(at, value % 2 ** 32);
    return this.#word(at + 4, Math.floor(value / 2 ** 32));
  }

  #address(at: number, host: string, port: number): number {
    if (host.includes(':')) this.#bytes.set(parseIp(host)?.bytes ?? [], at);
    else this.#ipv4(at, host);
    return this.#bytes.writeUInt16LE(port, at + 16);
  }

  /** As an IPv6 address stands for it (RFC 4291 §2.5.5.2). Twice in every order to connect: read here, it costs no array. */
  #ipv4(at: number, host: string): void {
    this.#word(this.#word(this.#word(at, 0), 0), 0xffff_0000);
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

  #rest(at: number, bytes: Buffer): number {
    this.#bytes.set(bytes, at);
    return at + bytes.length;
  }
}
