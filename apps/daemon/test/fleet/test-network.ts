import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { resolverProgram, transportProgram, wireguardGoProgram } from '@comet/testing';
import type { Snapshot } from '@comet/tunnel-protocol';
import { inject, onTestFinished } from 'vitest';
import { customer, addresses } from './addresses.ts';
import { askDaemon } from './ask-daemon.ts';
import { connectNamespaces, makeCertificates } from './network-setup.ts';
import { end } from '../end.ts';
import type { Counters, Switches } from './switches.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of the command `comet`. */
    readonly comet: string;
  }
}

const source = (name: string): string => join(import.meta.dirname, name);

const wireguardGo = wireguardGoProgram();

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A client's namespace with a real daemon in it, and the far side of its network link. */
export class TestNetwork {
  readonly #id = randomBytes(3).toString('hex');
  readonly folder = join(tmpdir(), `cometd-${this.#id}`);
  readonly client = `comet-cd-c-${this.#id}`;
  readonly link = `cdc${this.#id}`;
  readonly far = `comet-cd-f-${this.#id}`;
  #farSide: ChildProcess | null = null;
  #daemon: ChildProcess | null = null;
  /** The prepared sessions at the beginning of the last successful connect. */
  #usedGrants: readonly string[] = [];
  daemonLog = '';

  /** Creates the namespaces, and resolves when the far side serves. */
  async open(): Promise<void> {
    await mkdir(this.folder, { mode: 0o700 });
    connectNamespaces(this.client, this.far);
    await makeCertificates(this.folder);
    await this.#startFarSide();
    await writeFile(this.resolvConf, 'nameserver 192.0.2.2\nsearch lan\n');
  }

  get resolvConf(): string {
    return join(this.folder, 'resolv.conf');
  }

  get stateDir(): string {
    return join(this.folder, 'state');
  }

  get socket(): string {
    return join(this.folder, 'cometd.sock');
  }

  async #startFarSide(): Promise<void> {
    const argv = [source('far-side.ts'), this.folder, `cdf${this.#id}`, wireguardGo];
    this.#farSide = this.#spawn(this.far, argv, {});
    const { stdout, stderr } = this.#farSide;
    stderr?.setEncoding('utf8').on('data', (text: string) => process.stderr.write(`far side: ${text}`));
    const ready = stdout === null ? null : once(stdout, 'data').then(() => true);
    const left = once(this.#farSide, 'exit').then(() => false);
    if (!(await Promise.race([ready, left]))) throw new Error('The far side ended before it was ready');
    const listKeys: unknown = JSON.parse(await readFile(join(this.folder, 'list-keys.json'), 'utf8'));
    const certificateAuthorities = [await readFile(join(this.folder, 'ca.pem'), 'utf8')];
    await writeFile(join(this.folder, 'trust.json'), JSON.stringify({ listKeys, certificateAuthorities }));
  }

  #spawn(namespace: string, argv: readonly string[], env: Record<string, string>): ChildProcess {
    return spawn('ip', ['netns', 'exec', namespace, process.execPath, ...argv], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Resolves when it serves; rejects if it ends before. `env` overrides the network's environment. */
  async startDaemon(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const daemon = this.#spawn(this.client, [source('../../src/main.ts')], {
      COMET_API_URL: `http://${addresses.far}:${addresses.apiPort}`,
      COMET_API_PLAINTEXT: '1',
      COMET_TRUST: join(this.folder, 'trust.json'),
      COMET_STATE_DIR: this.stateDir,
      COMET_SOCKET: this.socket,
      COMET_INTERFACE: this.link,
      COMET_RESOLV_CONF: this.resolvConf,
      WIREGUARD_GO: wireguardGo,
      COMET_TRANSPORT: transportProgram,
      COMET_RESOLVER: resolverProgram,
      // Resolvers of the far side have certificates of its authority.
      NODE_EXTRA_CA_CERTS: join(this.folder, 'ca.pem'),
      ...env,
    });
    this.#daemon = daemon;
    daemon.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.daemonLog += text;
    });
    const started = (): boolean => this.daemonLog.includes('"Listening"');
    this.daemonLog = '';
    for (let tries = 0; tries < 500 && !started(); tries += 1) {
      if (daemon.exitCode !== null || daemon.signalCode !== null) break;
      await sleep(20);
    }
    if (!started()) throw new Error(`the daemon did not start: ${this.daemonLog}`);
  }

  /** The exit code of the last daemon; null while it runs, and if a signal ended it. */
  get exitCode(): number | null {
    return this.#daemon?.exitCode ?? null;
  }

  /** Ends the daemon and waits until it has ended. */
  async endDaemon(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (this.#daemon !== null) await end(this.#daemon, signal);
  }

  async comet(...args: readonly string[]): Promise<Outcome> {
    const grants = args[0] === 'connect' ? await this.#grants() : null;
    const outcome = await this.cometWith('', ...args);
    if (grants !== null && outcome.code === 0) this.#usedGrants = grants;
    return outcome;
  }

  cometWith(input: string, ...args: readonly string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      const env = { ...process.env, COMET_SOCKET: this.socket };
      const child = execFile(inject('comet'), args, { env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      );
      // A command may end before it has read its input.
      child.stdin?.on('error', () => undefined).end(input);
    });
  }

  logIn(): Promise<Outcome> {
    return this.cometWith(`${customer.password}\n`, 'login', '--email', customer.email);
  }

  /** Returns the output of `comet status --json`, without a process for each call. */
  async snapshot(): Promise<Snapshot> {
    return askDaemon(this.socket, 'status', {});
  }

  /** Waits until the tunnel is in `state`. */
  async reaches(state: Snapshot['tunnel']['state'], milliseconds = 20_000): Promise<Snapshot['tunnel']> {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      const { tunnel } = await this.snapshot();
      if (tunnel.state === state) return tunnel;
      if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(tunnel)}\n${this.daemonLog}`);
      await sleep(100);
    }
  }

  /** The address that the internet host sees, or null without a connection. */
  async seenAs(address: string = addresses.echo4): Promise<string | null> {
    const url = address.includes(':') ? `http://[${address}]/` : `http://${address}/`;
    const { code, stdout } = await this.inClient('curl', '-sS', '--max-time', '2', url);
    return code === 0 ? stdout.replace('::ffff:', '') : null;
  }

  inClient(...argv: readonly string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      const child = execFile('ip', ['netns', 'exec', this.client, ...argv], (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      );
    });
  }

  /** Runs `ip` in the client. */
  ip(words: string): Promise<Outcome> {
    return this.inClient('ip', ...words.split(' '));
  }

  /** Removes the client's IPv4 addresses until the test ends, as on an IPv6-only network. */
  async withoutIpv4(): Promise<void> {
    const own = [addresses.client, addresses.lanClient];
    onTestFinished(async () => {
      for (const address of own) await this.ip(`address add ${address}/24 dev eth0`);
      await this.ip(`route add default via ${addresses.far}`);
    });
    for (const address of own) await this.ip(`address delete ${address}/24 dev eth0`);
  }

  set(switches: Partial<Switches>): Promise<Counters> {
    return new Promise((resolve, reject) => {
      const call = request({ socketPath: join(this.folder, 'switches.sock'), method: 'POST' }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve(JSON.parse(text) as Counters));
      });
      call.on('error', reject);
      call.end(JSON.stringify(switches));
    });
  }

  /**
   * Waits until the gateway has admitted the client for its next connect and no ticket is being presented: a renewal in the background may
   * be pending. The session of the last connect is stored for a while.
   */
  async waitForStandby(milliseconds = 20_000): Promise<void> {
    const deadline = Date.now() + milliseconds;
    let before = -1;
    for (;;) {
      const isGranted = (await this.#grants()).some((one) => !this.#usedGrants.includes(one));
      const { presentations } = await this.set({});
      if (isGranted && presentations === before) return;
      before = isGranted ? presentations : -1;
      if (Date.now() > deadline) throw new Error(`no standby session\n${this.daemonLog}`);
      await sleep(isGranted ? 500 : 50);
    }
  }

  /** The standby sessions in the daemon's state file; none before it exists. */
  async #grants(): Promise<readonly string[]> {
    const text = await readFile(join(this.stateDir, 'state.json'), 'utf8').catch(() => '{}');
    const { standbyTickets = [] } = JSON.parse(text) as { standbyTickets?: { granted?: object }[] };
    return standbyTickets.flatMap(({ granted }) => (granted === undefined ? [] : [JSON.stringify(granted)]));
  }

  /** Makes the gateway drop the client's session and refuse it at the admission endpoint. */
  async refuse(code: Switches['admissionRefusals'][number], others: Partial<Switches> = {}): Promise<void> {
    await this.waitForStandby();
    await this.set({ peerRemoved: true, admissionRefusals: [code], ...others });
  }

  /** Whether a table of ours exists, besides the guard over the addresses of past tunnels, which blocks no other traffic. */
  async hasTable(): Promise<boolean> {
    const { stdout } = await this.inClient('nft', 'list', 'tables');
    return stdout.split('\n').some((line) => line.includes('inet comet') && !line.endsWith(' comet_past'));
  }

  async close(): Promise<void> {
    try {
      await this.endDaemon('SIGTERM');
      if (this.#farSide !== null) await end(this.#farSide, 'SIGTERM');
    } finally {
      for (const name of [this.client, this.far]) spawnSync('ip', ['netns', 'delete', name]);
      await rm(this.folder, { recursive: true, force: true });
    }
  }
}
