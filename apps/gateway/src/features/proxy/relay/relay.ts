import { type ChildProcess, spawn } from 'node:child_process';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { Deadlines } from '../limits/deadlines.ts';
import { RelayAccounts } from './relay-accounts.ts';
import { type RelayHandlers, readNotifications } from './relay-notifications.ts';
import { type Endpoint, CommandWriter } from './relay-commands.ts';
import type { ConnectionOwner } from './connection-owner.ts';
import { connectTimeout } from '../egress/connect-target.ts';

interface RelayOptions {
  readonly program: string;
  readonly host: string;
  readonly ports: readonly [number, number];
  readonly user: number | null;
  /** Descriptor of the listening socket for tunnel connections; null without one. */
  readonly tunnels: number | null;
  readonly now: () => number;
  /** A client has sent the head of a CONNECT, or the first bytes of SOCKS5; the callback assigns an owner with `setOwner`. */
  onHead(relay: Relay, connectionId: number, addresses: ClientAddresses, head: Buffer): void;
  /** A client's first request is plain HTTP. */
  onHttp(relay: Relay, connectionId: number, from: string): ConnectionOwner;
  /** A tunnel connection, with its destination. */
  onTunnel(relay: Relay, connectionId: number, from: string, to: Endpoint): void;
  /** A client has taken a preauthorised connection. */
  onPreauthorisationTaken(preauthorisation: number, connectionId: number): void;
  /** The preauthorisation has ended. */
  onPreauthorisationEnded(preauthorisation: number): void;
  onEnd(): void;
}

/** The client's address, and our address that it connected to. */
export interface ClientAddresses {
  readonly from: string;
  readonly local: string;
}

/**
 * The relay process (`crates/relay`), which forwards bytes and makes no decisions: it accepts clients, reports their first message, and
 * executes commands. Commands of one turn of the event loop are sent together.
 */
export class Relay {
  readonly commands = new CommandWriter();
  readonly accounts = new RelayAccounts(this.commands, () => this.scheduleFlush());
  /** Deadlines of pending connection attempts. */
  readonly dials = new Deadlines(connectTimeout);
  readonly #child: ChildProcess;
  readonly #owners = new Map<number, ConnectionOwner>();
  #lastDial = 0;
  #isFlushing = false;
  #isFinishing = false;
  #rest: Buffer = Buffer.alloc(0);
  #worked = { active: 0, idle: 0 };
  readonly #finished = Promise.withResolvers<void>();

  private constructor(options: RelayOptions, onListening: (ports: readonly [number, number]) => void) {
    const { program, host, ports, user, tunnels } = options;
    const none = '-';
    const args = [host, ...ports, user ?? none, tunnels === null ? none : 3].map(String);
    this.#child = spawn(program, args, {
      env: {},
      stdio: ['pipe', 'pipe', 'inherit', ...(tunnels === null ? [] : [tunnels])],
    });
    const handlers: RelayHandlers = {
      head: (connectionId, addresses, head) => {
        // A client may send a CONNECT after plain requests.
        this.#owners.get(connectionId)?.gone(0);
        options.onHead(this, connectionId, addresses, head);
      },
      dialled: (connectionId, dial, failure) =>
        this.#owners.get(connectionId)?.egress?.dialled(failure, dial),
      received: (connectionId, dial, bytes) =>
        this.#owners.get(connectionId)?.egress?.egressBytes(bytes, dial),
      gone: (connectionId, bytes) => {
        const owner = this.#owners.get(connectionId);
        this.#owners.delete(connectionId);
        owner?.gone(bytes);
      },
      counted: (connectionId, bytes) => this.#owners.get(connectionId)?.egress?.counted(bytes),
      arrived: (connectionId, from, to) => options.onTunnel(this, connectionId, from, to),
      request: (connectionId, from, request) => {
        let owner = this.#owners.get(connectionId);
        if (owner === undefined)
          this.#owners.set(connectionId, (owner = options.onHttp(this, connectionId, from)));
        owner.http?.request(request);
      },
      failed: (connectionId, repeats) => this.#owners.get(connectionId)?.http?.failed(repeats),
      responded: (connectionId, keeps) => this.#owners.get(connectionId)?.http?.responded(keeps),
      dropped: (connectionId) => this.#owners.get(connectionId)?.http?.dropped(),
      clientBytes: (connectionId, bytes) => this.#owners.get(connectionId)?.clientBytes?.(bytes),
      associated: (connectionId, port) => this.#owners.get(connectionId)?.associated?.(port),
      destination: (connectionId, bytes) => this.#owners.get(connectionId)?.destination?.(bytes),
      preauthorisationTaken: (preauthorisation, connectionId) =>
        options.onPreauthorisationTaken(preauthorisation, connectionId),
      preauthorisationEnded: (preauthorisation) => options.onPreauthorisationEnded(preauthorisation),
      spent: (quotaAccount, bytes) => this.accounts.quotaAccount(quotaAccount)?.spent(bytes, options.now()),
      short: (quotaAccount) => this.accounts.quotaAccount(quotaAccount)?.short(options.now()),
      returned: (quotaAccount, bytes) => this.accounts.quotaAccount(quotaAccount)?.returned(bytes),
      forwarded: (limiter, bytes) => this.accounts.rateLimiter(limiter)?.charge(bytes),
      worked: (busy, idle) => {
        this.#worked = { active: this.#worked.active + busy / 1000, idle: this.#worked.idle + idle / 1000 };
      },
      listening: onListening,
      finished: () => this.#finished.resolve(),
    };
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
      const read = readNotifications(bytes, handlers);
      this.#rest = read === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(read));
      this.flush();
    });
    this.#child.stdin?.on('error', () => undefined);
    this.#child.once('close', () => {
      this.#finished.resolve();
      if (!this.#isFinishing) options.onEnd();
    });
  }

  static async open(
    options: RelayOptions,
  ): Promise<{ readonly relay: Relay; readonly ports: readonly [number, number] }> {
    const listening = Promise.withResolvers<readonly [number, number]>();
    const relay = new Relay(
      { ...options, onEnd: () => (listening.reject(new Error('The relay ended')), options.onEnd()) },
      listening.resolve,
    );
    return { relay, ports: await listening.promise };
  }

  /** Busy and idle time in ms, in the form of Node's event loop utilization. */
  utilization(): EventLoopUtilization {
    return { ...this.#worked, utilization: 0 };
  }

  /** Returns the number of the next dial, 1 to 65,535: successive dials of a connection have different numbers. */
  nextDial(): number {
    this.#lastDial = (this.#lastDial % 65_535) + 1;
    return this.#lastDial;
  }

  /** Writes pending commands at the end of this event loop turn; repeated calls have no further effect. */
  scheduleFlush(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => {
      this.#isFlushing = false;
      this.flush();
    });
  }

  flush(): void {
    const bytes = this.commands.take();
    if (bytes !== null) this.#child.stdin?.write(bytes);
  }

  /** Sets the handler of further notifications about a connection. */
  setOwner(connectionId: number, owner: ConnectionOwner): void {
    this.#owners.set(connectionId, owner);
  }

  /** Sends a final reply to a client and closes its connection. */
  refuse(connectionId: number, response: Buffer): void {
    this.commands.refuse(connectionId, response);
    this.scheduleFlush();
  }

  end(connectionId: number): void {
    this.#owners.delete(connectionId);
    this.commands.end(connectionId);
    this.scheduleFlush();
  }

  /** Resolves when all connections have ended and their usage is reported. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    this.commands.finish();
    this.flush();
    await this.#finished.promise;
  }
}
