import { type ChildProcess, spawn } from 'node:child_process';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { Deadlines } from './deadlines.ts';
import { CarrierAccounts } from './carrier-accounts.ts';
import { type CarrierEars, readNews } from './carrier-news.ts';
import { OrderWriter } from './carrier-orders.ts';
import type { LineKeeper } from './line-keeper.ts';
import { ordinary } from './reach.ts';

export interface CarrierParts {
  readonly program: string;
  readonly host: string;
  readonly port: number;
  readonly user: number | null;
  /** Where clients are taken that are bridged. */
  readonly bridge: string;
  readonly now: () => number;
  /** A client has said what it wants; whoever looks after it from now on, or null where it is not looked after here. */
  onHead(
    carrier: Carrier,
    line: number,
    ends: { readonly from: string; readonly near: string },
    head: Buffer,
  ): LineKeeper | null;
  /** A client has taken a place by a pass. */
  onTaken(pass: number, line: number): void;
  /** Nobody takes a place by it any more. */
  onPassed(pass: number): void;
  onEnd(): void;
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

  private constructor(parts: CarrierParts, onListening: (port: number) => void) {
    const { program, host, port, user, bridge } = parts;
    this.#child = spawn(program, [host, String(port), user === null ? '-' : String(user), bridge], {
      env: {},
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ears: CarrierEars = {
      head: (line, ends, head) => {
        const keeper = parts.onHead(this, line, ends, head);
        if (keeper !== null) this.#keepers.set(line, keeper);
      },
      dialled: (line, failure) => this.#keepers.get(line)?.way.dialled(failure),
      heard: (line, bytes) => this.#keepers.get(line)?.way.said(bytes),
      gone: (line, bytes) => {
        const keeper = this.#keepers.get(line);
        this.#keepers.delete(line);
        keeper?.gone(bytes);
      },
      counted: (line, bytes) => this.#keepers.get(line)?.way.counted(bytes),
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

  static async open(parts: CarrierParts): Promise<{ readonly carrier: Carrier; readonly port: number }> {
    const listening = Promise.withResolvers<number>();
    const carrier = new Carrier(
      { ...parts, onEnd: () => (listening.reject(new Error('The carrier ended')), parts.onEnd()) },
      listening.resolve,
    );
    return { carrier, port: await listening.promise };
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
