import { type ChildProcess, spawn } from 'node:child_process';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { Deadlines } from './deadlines.ts';
import { CarrierAccounts } from './carrier-accounts.ts';
import { type CarrierEars, readNews } from './carrier-news.ts';
import { type Near, OrderWriter } from './carrier-orders.ts';
import type { LineKeeper } from './line-keeper.ts';
import { ordinary } from './reach.ts';

export interface CarrierParts {
  readonly program: string;
  readonly host: string;
  readonly ports: readonly [number, number];
  readonly user: number | null;
  /** The descriptor of a socket to which the kernel brings connections of tunnels; null where there is none. */
  readonly tunnels: number | null;
  readonly now: () => number;
  /** A client has sent the head of a CONNECT, or the first bytes of SOCKS5: whoever is to look after it is told by `keep`. */
  onHead(carrier: Carrier, line: number, ends: ClientEnds, head: Buffer): void;
  /** A client's first request is of plain HTTP. */
  onHttp(carrier: Carrier, line: number, from: string): LineKeeper;
  /** A connection of a tunnel's, and where it wants to go. */
  onTunnel(carrier: Carrier, line: number, from: string, to: Near): void;
  /** A client has taken a place by a pass. */
  onTaken(pass: number, line: number): void;
  /** Nobody takes a place by it any more. */
  onPassed(pass: number): void;
  onEnd(): void;
}

/** Where a client is, and the address of ours that it came to. */
export interface ClientEnds {
  readonly from: string;
  readonly near: string;
}

/**
 * A process that moves bytes and decides nothing (`crates/relay`): it takes clients, tells what they say first, and does what it is
 * ordered. Orders of one turn of the event loop go out together.
 */
export class Carrier {
  readonly orders = new OrderWriter();
  readonly accounts = new CarrierAccounts(this.orders, () => this.soon());
  /** Connections that are being made. */
  readonly dials = new Deadlines(ordinary);
  readonly #child: ChildProcess;
  readonly #keepers = new Map<number, LineKeeper>();
  #isFlushing = false;
  #isFinishing = false;
  #rest: Buffer = Buffer.alloc(0);
  #worked = { active: 0, idle: 0 };
  readonly #finished = Promise.withResolvers<void>();

  private constructor(parts: CarrierParts, onListening: (ports: readonly [number, number]) => void) {
    const { program, host, ports, user, tunnels } = parts;
    const none = '-';
    const words = [host, ...ports, user ?? none, tunnels === null ? none : 3].map(String);
    this.#child = spawn(program, words, {
      env: {},
      stdio: ['pipe', 'pipe', 'inherit', ...(tunnels === null ? [] : [tunnels])],
    });
    const ears: CarrierEars = {
      head: (line, ends, head) => {
        // Who made requests before may go on with a tunnel.
        this.#keepers.get(line)?.gone(0);
        parts.onHead(this, line, ends, head);
      },
      dialled: (line, failure) => this.#keepers.get(line)?.way?.dialled(failure),
      heard: (line, bytes) => this.#keepers.get(line)?.way?.said(bytes),
      gone: (line, bytes) => {
        const keeper = this.#keepers.get(line);
        this.#keepers.delete(line);
        keeper?.gone(bytes);
      },
      counted: (line, bytes) => this.#keepers.get(line)?.way?.counted(bytes),
      arrived: (line, from, to) => parts.onTunnel(this, line, from, to),
      request: (line, from, request) => {
        let keeper = this.#keepers.get(line);
        if (keeper === undefined) this.#keepers.set(line, (keeper = parts.onHttp(this, line, from)));
        keeper.http?.request(request);
      },
      failed: (line, repeats) => this.#keepers.get(line)?.http?.failed(repeats),
      answered: (line, keeps) => this.#keepers.get(line)?.http?.answered(keeps),
      dropped: (line) => this.#keepers.get(line)?.http?.dropped(),
      spoken: (line, bytes) => this.#keepers.get(line)?.spoken?.(bytes),
      associated: (line, port) => this.#keepers.get(line)?.associated?.(port),
      destination: (line, bytes) => this.#keepers.get(line)?.destination?.(bytes),
      taken: (pass, line) => parts.onTaken(pass, line),
      passed: (pass) => parts.onPassed(pass),
      spent: (purse, bytes) => this.accounts.purse(purse)?.spent(bytes, parts.now()),
      short: (purse) => this.accounts.purse(purse)?.short(parts.now()),
      returned: (purse, bytes) => this.accounts.purse(purse)?.returned(bytes),
      carried: (gate, bytes) => this.accounts.turnstile(gate)?.charge(bytes),
      worked: (work, rest) => {
        this.#worked = { active: this.#worked.active + work / 1000, idle: this.#worked.idle + rest / 1000 };
      },
      listening: onListening,
      finished: () => this.#finished.resolve(),
    };
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
      const read = readNews(bytes, ears);
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
    parts: CarrierParts,
  ): Promise<{ readonly carrier: Carrier; readonly ports: readonly [number, number] }> {
    const listening = Promise.withResolvers<readonly [number, number]>();
    const carrier = new Carrier(
      { ...parts, onEnd: () => (listening.reject(new Error('The carrier ended')), parts.onEnd()) },
      listening.resolve,
    );
    return { carrier, ports: await listening.promise };
  }

  /** Time at work and at rest, as Node counts its own. */
  utilization(): EventLoopUtilization {
    return { ...this.#worked, utilization: 0 };
  }

  /** What was ordered is said before the event loop goes on; more than once is as good as once. */
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
  keep(line: number, keeper: LineKeeper): void {
    this.#keepers.set(line, keeper);
  }

  /** A last word to a client. */
  refuse(line: number, word: Buffer): void {
    this.orders.refuse(line, word);
    this.soon();
  }

  end(line: number): void {
    this.#keepers.delete(line);
    this.orders.end(line);
    this.soon();
  }

  /** Everything has ended, and what was used is told, when it resolves. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    this.orders.finish();
    this.flush();
    await this.#finished.promise;
  }
}
