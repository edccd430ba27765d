import { type ChildProcess, spawn } from 'node:child_process';
import type { WireguardTransport } from '@comet/contract';
import { backoffDelay } from '@comet/foundation';
import { linesOf } from '../../platform/files/lines.ts';
import {
  hexOf,
  serverConfiguration,
  sharesAdmissionPort,
  type TransportCertificate,
  type TransportsPlan,
} from './server-configuration.ts';

/** WireGuard over TCP, QUIC and Shadowsocks, and scrambled. */
export interface Transports {
  /** Whether the program has the TCP port of the admission endpoint, and relays its connections. */
  readonly sharesAdmissionPort: boolean;
  /** The transports in service; none while the program cannot listen. */
  offered(): readonly WireguardTransport[];
  /** Resolves at the next change of the offer. */
  changed(): Promise<void>;
  /** Restarts the program, which interrupts its clients for less than a second, if a transport presents the certificate. */
  replaceCertificate(certificate: TransportCertificate): void;
  /** Accepts scrambled datagrams and Shadowsocks of a WireGuard public key from now on. */
  addClient(publicKey: string): void;
  /** Accepts those of these keys only. */
  alignClients(publicKeys: Iterable<string>): void;
  close(): Promise<void>;
}

interface TransportsParts {
  readonly plan: TransportsPlan;
  readonly certificate: TransportCertificate;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  onFailure(reason: string): void;
}

/** The admission endpoint may be behind the program, so it is restarted within a second. */
const backoff = { first: 100, max: 1_000 };
/** Milliseconds after which an end is not counted as one of a series. */
const stableAfter = 10_000;
/** Milliseconds for the first start, in which the program of an earlier agent ends. */
const startTimeout = 3_000;
/** Milliseconds for the program to end after its standard input was closed. */
const exitTimeout = 1_000;

/** Where no transport is in service. */
const noTransports: Transports = {
  sharesAdmissionPort: false,
  offered: () => [],
  changed: () => new Promise(() => undefined),
  replaceCertificate: () => undefined,
  addClient: () => undefined,
  alignClients: () => undefined,
  close: () => Promise.resolve(),
};

/**
 * Runs `comet-transport server`, so that packets from anyone are parsed by an unprivileged process, not by the agent. It is restarted
 * whenever it ends, and ends with the agent. Resolves when it listens; with no transports, after three seconds, if it does not, for
 * example because another program uses one of its ports.
 */
export async function openTransports(parts: TransportsParts): Promise<Transports> {
  if (parts.plan.transports.length === 0) return noTransports;
  const supervised = supervise(parts);
  const timeout = new AbortController();
  const isListening = await Promise.race([
    supervised.listening.then(() => true),
    parts.sleep(startTimeout, timeout.signal).then(() => false),
  ]);
  timeout.abort();
  if (isListening) return supervised;
  await supervised.close();
  return noTransports;
}

function supervise({ plan, certificate: first, sleep, onFailure }: TransportsParts) {
  const stop = new AbortController();
  const listening = Promise.withResolvers<void>();
  let certificate = first;
  let child: ChildProcess | null = null;
  let offered: readonly WireguardTransport[] = [];
  let change = Promise.withResolvers<void>();
  let isReplaced = false;
  const hasClients = plan.transports.some(({ kind }) => kind === 'scrambled' || kind === 'shadowsocks');
  const clients = new Set<string>();

  function tellClients(add: readonly string[], remove: readonly string[] = []): void {
    if (add.length + remove.length === 0) return;
    child?.stdin?.write(`${JSON.stringify({ add: add.map(hexOf), remove: remove.map(hexOf) })}\n`);
  }

  function offer(transports: readonly WireguardTransport[]): void {
    if (transports.length === offered.length) return;
    offered = transports;
    change.resolve();
    change = Promise.withResolvers();
  }

  /** Resolves when the process has ended, with the reason and whether it was listening before. */
  function runOnce(): Promise<{ readonly reason: string; readonly wasListening: boolean }> {
    return new Promise((resolve) => {
      const started = spawn(plan.program, ['server'], { env: {}, stdio: ['pipe', 'pipe', 'pipe'] });
      child = started;
      let wasListening = false;
      let diagnostic = '';
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        diagnostic = `${diagnostic}${text}`.slice(-400);
      });
      started.on('error', (error) => {
        diagnostic = error.message;
      });
      started.stdin.on('error', () => undefined);
      // Standard input stays open: the program ends when it is closed, so also when the agent is killed.
      started.stdin.write(`${serverConfiguration(plan, certificate)}\n`);
      tellClients([...clients]);
      firstLineOf(started.stdout).then(
        (line) => {
          if (line === null) return;
          wasListening = true;
          offer(plan.transports);
          listening.resolve();
        },
        () => started.kill('SIGKILL'),
      );
      started.on('close', (code) => {
        child = null;
        resolve({ reason: diagnostic.trim() || `it ended with ${code ?? 'a signal'}`, wasListening });
      });
    });
  }

  async function run(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; ) {
      const began = performance.now();
      const { reason, wasListening } = await runOnce();
      if (stop.signal.aborted) return;
      failures = performance.now() - began > stableAfter ? 0 : failures + 1;
      if (isReplaced) {
        isReplaced = false;
        continue;
      }
      onFailure(reason);
      if (!wasListening) offer([]);
      await sleep(backoffDelay(failures, backoff), stop.signal);
    }
  }

  const running = run();
  return {
    listening: listening.promise,
    sharesAdmissionPort: sharesAdmissionPort(plan),
    offered: () => offered,
    changed: () => change.promise,
    replaceCertificate(renewed: TransportCertificate) {
      certificate = renewed;
      if (child === null || plan.transports.every(({ kind }) => kind !== 'quic')) return;
      isReplaced = true;
      child.stdin?.end();
    },
    addClient(publicKey: string) {
      if (!hasClients || clients.has(publicKey)) return;
      clients.add(publicKey);
      tellClients([publicKey]);
    },
    alignClients(publicKeys: Iterable<string>) {
      if (!hasClients) return;
      const wanted = new Set(publicKeys);
      const added = [...wanted].filter((key) => !clients.has(key));
      const removed = [...clients].filter((key) => !wanted.has(key));
      for (const key of added) clients.add(key);
      for (const key of removed) clients.delete(key);
      tellClients(added, removed);
    },
    async close() {
      stop.abort();
      child?.stdin?.end();
      const timer = setTimeout(() => child?.kill('SIGKILL'), exitTimeout);
      await running;
      clearTimeout(timer);
    },
  };
}

/** Resolves with the first line; null if the stream ends without one. */
async function firstLineOf(stream: AsyncIterable<Uint8Array>): Promise<string | null> {
  for await (const line of linesOf(stream, 256)) return line;
  return null;
}
