import { type ChildProcess, spawn } from 'node:child_process';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { Deadlines } from '../limits/deadlines.ts';
import { RelayAccounts } from './relay-accounts.ts';
import { type RelayHandlers, readEvents } from './relay-notifications.ts';
import { type Near, CommandWriter } from './relay-commands.ts';
import type { ConnectionOwner } from './connection-owner.ts';
import { ordinary } from '../egress/connect-target.ts';

export interface RelayParts {
  readonly program: string;
  readonly host: string;
  readonly ports: readonly [number, number];
  readonly user: number | null;
  /** The descriptor of the listening socket for connections of tunnels; null where there is none. */
  readonly tunnels: number | null;
  readonly now: () => number;
  /** A client has sent the head of a CONNECT, or the first bytes of SOCKS5: `keep` takes it over. */
  onHead(relay: Relay, line: number, ends: ClientEnds, head: Buffer): void;
  /** A client's first request is of plain HTTP. */
  onHttp(relay: Relay, line: number, from: string): ConnectionOwner;
  /** A connection of a tunnel, with its destination. */
  onTunnel(relay: Relay, line: number, from: string, to: Near): void;
  /** A client has taken a preauthorised connection. */
  onTaken(pass: number, line: number): void;
  /** The preauthorisation has ended. */
  onPassed(pass: number): void;
  onEnd(): void;
}

/** Where a client is, and the address of ours that it came to. */
export interface ClientEnds {
  readonly from: string;
  readonly near: string;
}

/**
 * The relay process (`crates/relay`), which forwards bytes and decides nothing: it accepts clients, reports their first message, and
 * executes commands. Commands of one turn of the event loop are sent together.
 */
export class Relay {
  readonly orders = new CommandWriter();
  readonly accounts = new RelayAccounts(this.orders, () => this.soon());
  /** Connections that are being made. */
  readonly dials = new Deadlines(ordinary);
  readonly #child: ChildProcess;
  readonly #owners = new Map<number, ConnectionOwner>();
  #lastDial = 0;
  #isFlushing = false;
  #isFinishing = false;
  #rest: Buffer = Buffer.alloc(0);
  #worked = { active: 0, idle: 0 };
  readonly #finished = Promise.withResolvers<void>();

  private constructor(parts: RelayParts, onListening: (ports: readonly [number, number]) => void) {
    const { program, host, ports, user, tunnels } = parts;
    const none = '-';
    const words = [host, ...ports, user ?? none, tunnels === null ? none : 3].map(String);
    this.#child = spawn(program, words, {
      env: {},
      stdio: ['pipe', 'pipe', 'inherit', ...(tunnels === null ? [] : [tunnels])],
    });
    const ears: RelayHandlers = {
      head: (line, ends, head) => {
        // A client may send a CONNECT after plain requests.
        this.#owners.get(line)?.gone(0);
        parts.onHead(this, line, ends, head);
      },
      dialled: (line, dial, failure) => this.#owners.get(line)?.egressRoute?.dialled(failure, dial),
      received: (line, dial, bytes) => this.#owners.get(line)?.egressRoute?.egressBytes(bytes, dial),
      gone: (line, bytes) => {
        const owner = this.#owners.get(line);
        this.#owners.delete(line);
        owner?.gone(bytes);
      },
      counted: (line, bytes) => this.#owners.get(line)?.egressRoute?.counted(bytes),
      arrived: (line, from, to) => parts.onTunnel(this, line, from, to),
      request: (line, from, request) => {
        let owner = this.#owners.get(line);
        if (owner === undefined) this.#owners.set(line, (owner = parts.onHttp(this, line, from)));
        owner.http?.request(request);
      },
      failed: (line, repeats) => this.#owners.get(line)?.http?.failed(repeats),
      answered: (line, keeps) => this.#owners.get(line)?.http?.answered(keeps),
      dropped: (line) => this.#owners.get(line)?.http?.dropped(),
      clientBytes: (line, bytes) => this.#owners.get(line)?.clientBytes?.(bytes),
      associated: (line, port) => this.#owners.get(line)?.associated?.(port),
      destination: (line, bytes) => this.#owners.get(line)?.destination?.(bytes),
      taken: (pass, line) => parts.onTaken(pass, line),
      passed: (pass) => parts.onPassed(pass),
      spent: (quotaAccount, bytes) => this.accounts.quotaAccount(quotaAccount)?.spent(bytes, parts.now()),
      short: (quotaAccount) => this.accounts.quotaAccount(quotaAccount)?.short(parts.now()),
      returned: (quotaAccount, bytes) => this.accounts.quotaAccount(quotaAccount)?.returned(bytes),
      carried: (gate, bytes) => this.accounts.rateLimiter(gate)?.charge(bytes),
      worked: (work, rest) => {
        this.#worked = { active: this.#worked.active + work / 1000, idle: this.#worked.idle + rest / 1000 };
      },
      listening: onListening,
      finished: () => this.#finished.resolve(),
    };
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
      const read = readEvents(bytes, ears);
      this.#rest = read === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(read));
      this.flush();
    });
    this.#child.stdin?.on('error', () => undefined);
    this.#child.once('close', () => {
      this.#finished.resolve();
      if (!this.#isFinishing) parts.onEnd();
    });
  }

  static async open(
    parts: RelayParts,
  ): Promise<{ readonly relay: Relay; readonly ports: readonly [number, number] }> {
    const listening = Promise.withResolvers<readonly [number, number]>();
    const relay = new Relay(
      { ...parts, onEnd: () => (listening.reject(new Error('The relay ended')), parts.onEnd()) },
      listening.resolve,
    );
    return { relay, ports: await listening.promise };
  }

  /** Time at work and at rest, as Node counts its own. */
  utilization(): EventLoopUtilization {
    return { ...this.#worked, utilization: 0 };
  }

  /** Returns a number for the next dial, 1 to 65,535: successive dials of a connection have different ones. */
  nextDial(): number {
    this.#lastDial = (this.#lastDial % 65_535) + 1;
    return this.#lastDial;
  }

  /** Writes pending commands at the end of this event loop turn; repeated calls have no further effect. */
  soon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => {
      this.#isFlushing = false;
      this.flush();
    });
  }

  flush(): void {
    const bytes = this.orders.take();
    if (bytes !== null) this.#child.stdin?.write(bytes);
  }

  /** From now on it is looked after by `keeper`. */
  keep(line: number, owner: ConnectionOwner): void {
    this.#owners.set(line, owner);
  }

  /** Sends a final reply to a client and closes its connection. */
  refuse(line: number, word: Buffer): void {
    this.orders.refuse(line, word);
    this.soon();
  }

  end(line: number): void {
    this.#owners.delete(line);
    this.orders.end(line);
    this.soon();
  }

  /** Resolves when all connections have ended and their usage is reported. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    this.orders.finish();
    this.flush();
    await this.#finished.promise;
  }
}
