import { CommandBytes } from './command-writer.ts';

/** Settings for joining both sides of a line: quota account and rate limiters. */
export interface Join {
  readonly quotaAccount: number;
  readonly gates: readonly [number, number];
  /** For the client, and not counted. */
  readonly greeting: Buffer;
}

/** The response to a client whose tunnel is established. */
export const established = Buffer.from('HTTP/1.1 200 Connection established\r\n\r\n', 'latin1');

/** Length of an address in a command, in bytes. */
const placeLength = 22;

interface Far {
  readonly host: string;
  readonly port: number;
}

export interface Near {
  readonly address: string;
  readonly port: number;
}

/** By what datagrams leave: from an exit's own addresses, or at a provider's. */
export interface UdpEgressRouteOrder {
  readonly gate: number;
  readonly isProvider: boolean;
  readonly ipv4: Near;
  readonly ipv6: Near | null;
}

/** A prepared connection: its local address and rate limiters. */
export interface PipeCommand {
  readonly near: Near;
  readonly gates: readonly [number, number];
}

/**
 * Commands on the pipe to the relay (`frames.rs`). A command is appended to the unwritten ones.
 */
export class CommandWriter extends CommandBytes {
  refuse(line: number, word: Buffer): void {
    this.rest(this.word(this.begin(1, 4 + word.length), line), word);
  }

  /** `dial` tells the attempts of a line apart: 1 to 65,535. */
  dial(line: number, dial: number, to: Far, local: Near | null, join: Join | null): void {
    const length = join === null ? 43 : 57 + join.greeting.length;
    const at = this.short(this.word(this.begin(2, length), line), dial);
    const near = this.address(this.address(at, to.host, to.port), local?.address ?? '::', local?.port ?? 0);
    const then = this.byte(near, join === null ? 0 : 1);
    if (join !== null) this.#join(then, join);
  }

  say(line: number, bytes: Buffer): void {
    this.rest(this.word(this.begin(3, 4 + bytes.length), line), bytes);
  }

  /** `rest` are bytes already received from the other side. */
  join(line: number, join: Join, rest: Buffer): void {
    const at = this.word(this.begin(4, 18 + join.greeting.length + rest.length), line);
    this.rest(this.#join(at, join), rest);
  }

  /** Replies to a SOCKS5 client of which `read` bytes have been consumed; with `more`, its next bytes are reported. */
  reply(line: number, read: number, more: boolean, bytes: Buffer): void {
    const at = this.short(this.word(this.begin(5, 7 + bytes.length), line), read);
    this.rest(this.byte(at, more ? 1 : 0), bytes);
  }

  /** The client's connection only has to be seen to end, after `bytes` for it. */
  hold(line: number, bytes: Buffer): void {
    this.rest(this.word(this.begin(21, 4 + bytes.length), line), bytes);
  }

  /** Forwards the reported request to the server that the line is connected to, for `target` in origin form; `rest` is as of `join`. */
  forward(line: number, host: string, target: string, join: Join, rest: Buffer): void {
    const [name, path] = [Buffer.from(host, 'latin1'), Buffer.from(target, 'latin1')];
    const length = 22 + name.length + path.length + join.greeting.length + rest.length;
    const at = this.text(this.text(this.word(this.begin(19, length), line), name), path);
    this.rest(this.#join(at, join), rest);
  }

  /** Ends the connection to the server; the client may send another request. */
  drop(line: number): void {
    this.word(this.begin(20, 4), line);
  }

  end(line: number): void {
    this.word(this.begin(6, 4), line);
  }

  lend(quotaAccount: number, bytes: number, mark: number): void {
    this.long(this.long(this.word(this.begin(7, 20), quotaAccount), bytes), mark);
  }

  recall(quotaAccount: number): void {
    this.word(this.begin(8, 4), quotaAccount);
  }

  broke(quotaAccount: number): void {
    this.word(this.begin(9, 4), quotaAccount);
  }

  /** Bytes a second; null for as many as can be. */
  limit(gate: number, rate: number | null): void {
    const at = this.word(this.begin(10, 12), gate);
    if (rate === null) this.word(this.word(at, 0xffff_ffff), 0xffff_ffff);
    else this.long(at, Math.round(rate));
  }

  /** A quota account or a gate. */
  forget(id: number): void {
    this.word(this.begin(12, 4), id);
  }

  /**
   * Preauthorises clients at `from` that send exactly `head` within the lifetime in ms: each takes one prepared connection without a
   * decision.
   */
  pass(
    id: number,
    lasts: number,
    from: string,
    to: Far,
    {
      quotaAccount,
      gate,
      greeting,
    }: { readonly quotaAccount: number; readonly gate: number; readonly greeting: Buffer },
    head: Buffer,
    places: readonly PipeCommand[],
  ): void {
    const length = 54 + greeting.length + head.length + placeLength * places.length;
    let at = this.word(this.begin(16, length), id);
    at = this.short(at, lasts);
    at = this.address(this.address(at, from, 0), to.host, to.port);
    at = this.text(this.text(this.word(this.word(at, quotaAccount), gate), greeting), head);
    this.#places(at, places);
  }

  /** Not received where it is over already. */
  extend(pass: number, places: readonly PipeCommand[]): void {
    this.#places(this.word(this.begin(17, 4 + placeLength * places.length), pass), places);
  }

  withdraw(pass: number): void {
    this.word(this.begin(18, 4), pass);
  }

  /** `near`: our address for the client, with the port that it announced as its source, or 0. */
  associate(
    line: number,
    near: Near,
    quotaAccount: number,
    gate: number,
    egressRoutes: readonly UdpEgressRouteOrder[],
  ): void {
    let at = this.word(this.begin(22, 30 + 41 * egressRoutes.length), line);
    at = this.word(this.word(this.address(at, near.address, near.port), quotaAccount), gate);
    for (const { gate, isProvider, ipv4, ipv6 } of egressRoutes) {
      at = this.address(this.word(this.byte(at, isProvider ? 1 : 0), gate), ipv4.address, ipv4.port);
      at = this.address(at, ipv6?.address ?? '::', ipv6?.port ?? 0);
    }
  }

  /** The address of a destination and its egress route; null where it is refused. */
  reach(line: number, egressRoute: number, to: Near | null, destination: Buffer): void {
    const at = this.word(this.begin(23, 23 + destination.length), line);
    const near = this.byte(at, to === null ? 0xff : egressRoute);
    this.rest(this.address(near, to?.address ?? '::', to?.port ?? 0), destination);
  }

  /** Invalidates all decisions about destinations. */
  reconsider(line: number): void {
    this.word(this.begin(24, 4), line);
  }

  sweepIdle(): void {
    this.begin(13, 0);
  }

  finish(): void {
    this.begin(14, 0);
  }

  count(line: number): void {
    this.word(this.begin(15, 4), line);
  }

  #join(at: number, { quotaAccount, gates, greeting }: Join): number {
    return this.text(this.word(this.word(this.word(at, quotaAccount), gates[0]), gates[1]), greeting);
  }

  #places(at: number, places: readonly PipeCommand[]): void {
    let to = at;
    for (const { near, gates } of places) to = this.word(this.address(to, near.address, near.port), gates[1]);
  }
}
