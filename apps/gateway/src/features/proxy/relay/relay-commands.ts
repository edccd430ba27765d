import { CommandBytes } from './command-bytes.ts';

/** Settings for joining both sides of a connection. */
export interface JoinSettings {
  readonly quotaAccount: number;
  readonly limiters: readonly [number, number];
  /** Sent to the client, and not counted. */
  readonly greeting: Buffer;
}

/** The response to a client whose tunnel is established. */
export const established = Buffer.from('HTTP/1.1 200 Connection established\r\n\r\n', 'latin1');

/** Length of an address in a command, in bytes. */
const slotLength = 22;

interface Target {
  readonly host: string;
  readonly port: number;
}

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** Egress route of datagrams: an exit's own addresses, or a provider's relay address. */
export interface UdpEgressRouteConfig {
  readonly limiter: number;
  readonly isProvider: boolean;
  readonly ipv4: Endpoint;
  readonly ipv6: Endpoint | null;
}

/** A prepared connection: its local address and rate limiters. */
export interface SlotConfig {
  readonly local: Endpoint;
  readonly limiters: readonly [number, number];
}

/**
 * Commands on the pipe to the relay (`frames.rs`). A command is appended to the unwritten ones.
 */
export class CommandWriter extends CommandBytes {
  refuse(connectionId: number, response: Buffer): void {
    this.rest(this.word(this.begin(1, 4 + response.length), connectionId), response);
  }

  /** `dial` identifies the attempt within a connection: 1 to 65,535. */
  dial(
    connectionId: number,
    dial: number,
    to: Target,
    local: Endpoint | null,
    join: JoinSettings | null,
  ): void {
    const length = join === null ? 43 : 57 + join.greeting.length;
    let at = this.short(this.word(this.begin(2, length), connectionId), dial);
    at = this.address(this.address(at, to.host, to.port), local?.address ?? '::', local?.port ?? 0);
    at = this.byte(at, join === null ? 0 : 1);
    if (join !== null) this.#join(at, join);
  }

  send(connectionId: number, bytes: Buffer): void {
    this.rest(this.word(this.begin(3, 4 + bytes.length), connectionId), bytes);
  }

  /** `rest` are bytes already received from the other side. */
  join(connectionId: number, join: JoinSettings, rest: Buffer): void {
    const at = this.word(this.begin(4, 18 + join.greeting.length + rest.length), connectionId);
    this.rest(this.#join(at, join), rest);
  }

  /** Replies to a SOCKS5 client of which `read` bytes have been consumed; with `more`, its next bytes are reported. */
  reply(connectionId: number, read: number, more: boolean, bytes: Buffer): void {
    const at = this.short(this.word(this.begin(5, 7 + bytes.length), connectionId), read);
    this.rest(this.byte(at, more ? 1 : 0), bytes);
  }

  /** Sends `bytes` to the client, then only watches for the end of the connection. */
  hold(connectionId: number, bytes: Buffer): void {
    this.rest(this.word(this.begin(21, 4 + bytes.length), connectionId), bytes);
  }

  /** Forwards the reported request to the connected server. `target` is in origin form; `rest` as in `join`. */
  forward(connectionId: number, host: string, target: string, join: JoinSettings, rest: Buffer): void {
    const [name, path] = [Buffer.from(host, 'latin1'), Buffer.from(target, 'latin1')];
    const length = 22 + name.length + path.length + join.greeting.length + rest.length;
    const at = this.text(this.text(this.word(this.begin(19, length), connectionId), name), path);
    this.rest(this.#join(at, join), rest);
  }

  /** Ends the connection to the server; the client may send another request. */
  drop(connectionId: number): void {
    this.word(this.begin(20, 4), connectionId);
  }

  end(connectionId: number): void {
    this.word(this.begin(6, 4), connectionId);
  }

  grant(quotaAccount: number, bytes: number, mark: number): void {
    this.long(this.long(this.word(this.begin(7, 20), quotaAccount), bytes), mark);
  }

  recall(quotaAccount: number): void {
    this.word(this.begin(8, 4), quotaAccount);
  }

  exhaust(quotaAccount: number): void {
    this.word(this.begin(9, 4), quotaAccount);
  }

  /** `rate` in bytes per second; null for no limit. */
  setRate(limiter: number, rate: number | null): void {
    const at = this.word(this.begin(10, 12), limiter);
    if (rate === null) this.word(this.word(at, 0xffff_ffff), 0xffff_ffff);
    else this.long(at, Math.round(rate));
  }

  /** Removes a quota account or rate limiter. */
  remove(id: number): void {
    this.word(this.begin(12, 4), id);
  }

  /**
   * Preauthorises clients at `from` that send exactly `head` within the lifetime in ms: each takes one prepared connection without a
   * decision.
   */
  preauthorise(
    id: number,
    lifetime: number,
    from: string,
    to: Target,
    {
      quotaAccount,
      limiter,
      greeting,
    }: { readonly quotaAccount: number; readonly limiter: number; readonly greeting: Buffer },
    head: Buffer,
    slots: readonly SlotConfig[],
  ): void {
    const length = 54 + greeting.length + head.length + slotLength * slots.length;
    let at = this.word(this.begin(16, length), id);
    at = this.short(at, lifetime);
    at = this.address(this.address(at, from, 0), to.host, to.port);
    at = this.text(this.text(this.word(this.word(at, quotaAccount), limiter), greeting), head);
    this.#slots(at, slots);
  }

  /** Ignored by the relay if the preauthorisation has ended. */
  extend(preauthorise: number, slots: readonly SlotConfig[]): void {
    this.#slots(this.word(this.begin(17, 4 + slotLength * slots.length), preauthorise), slots);
  }

  withdraw(preauthorise: number): void {
    this.word(this.begin(18, 4), preauthorise);
  }

  /** `local`: our address for the client, with the port that it announced as its source, or 0. */
  associate(
    connectionId: number,
    local: Endpoint,
    quotaAccount: number,
    limiter: number,
    egressRoutes: readonly UdpEgressRouteConfig[],
  ): void {
    let at = this.word(this.begin(22, 30 + 41 * egressRoutes.length), connectionId);
    at = this.word(this.word(this.address(at, local.address, local.port), quotaAccount), limiter);
    for (const { limiter, isProvider, ipv4, ipv6 } of egressRoutes) {
      at = this.address(this.word(this.byte(at, isProvider ? 1 : 0), limiter), ipv4.address, ipv4.port);
      at = this.address(at, ipv6?.address ?? '::', ipv6?.port ?? 0);
    }
  }

  /** Answers a destination request with its address and egress route; `to` is null where it is refused. */
  resolve(connectionId: number, egressRoute: number, to: Endpoint | null, destination: Buffer): void {
    const at = this.word(this.begin(23, 23 + destination.length), connectionId);
    const next = this.byte(at, to === null ? 0xff : egressRoute);
    this.rest(this.address(next, to?.address ?? '::', to?.port ?? 0), destination);
  }

  /** Invalidates all decisions about destinations. */
  clearDestinations(connectionId: number): void {
    this.word(this.begin(24, 4), connectionId);
  }

  sweepIdle(): void {
    this.begin(13, 0);
  }

  finish(): void {
    this.begin(14, 0);
  }

  count(connectionId: number): void {
    this.word(this.begin(15, 4), connectionId);
  }

  #join(at: number, { quotaAccount, limiters, greeting }: JoinSettings): number {
    return this.text(this.word(this.word(this.word(at, quotaAccount), limiters[0]), limiters[1]), greeting);
  }

  #slots(at: number, slots: readonly SlotConfig[]): void {
    let to = at;
    for (const { local, limiters } of slots)
      to = this.word(this.address(to, local.address, local.port), limiters[1]);
  }
}
