import type { Log } from '@comet/foundation/log';
import { formatEndpoint, jsonOf } from '@comet/foundation';
import type { IpCommand, NetworkShell } from '@comet/linux-network';
import * as z from 'zod/mini';
import type { RunningTransport } from '../../model/session.ts';
import { firstOutput } from '../system/first-output.ts';
import { type GuardedProcess, startWithInput } from '../system/guarded-process.ts';
import type { CoverReport, OuterTransports, TransportServer } from './outer-transports.ts';

/** Timeout in ms; the program itself gives up an unreachable server after 3 s. */
const startTimeout = 4_000;
/** The priority of the programs' rule: before the tunnel's, see `routing.linux.ts`. */
const priority = 4_960;
const mainTable = 254;

const readyLine = z.object({
  listening: z.object({ port: z.int().check(z.minimum(1), z.maximum(65_535)) }),
});

const respondedLine = z.object({ responded: readyLine.shape.listening });

const bytesOfDirection = z.object({ cover: z.int().check(z.minimum(0)) });
/** The report of a program with cover traffic, each second. */
const coverLine = z.object({
  cover: z.object({ paused: z.boolean(), received: bytesOfDirection, sent: bytesOfDirection }),
});

interface OuterTransportOptions {
  /** Path of `comet-transport`. */
  readonly program: string;
  /** The user id of the programs that carry tunnels. */
  readonly uid: number;
  /** PEM: our private CA, current and next. */
  readonly certificateAuthorities: readonly string[];
}

/** Returns the configuration of `comet-transport client`: one JSON object. */
export function clientConfig(
  { address, serverName, serverPublicKey, publicKey, offer: { over, port } }: TransportServer,
  certificateAuthorities: readonly string[],
  isCoverPaused: boolean,
): string {
  const to = formatEndpoint({ host: address, port });
  const keys = { server_key: hexOf(serverPublicKey), client_key: hexOf(publicKey) };
  switch (over) {
    case 'scrambled':
      return JSON.stringify({ kind: 'scrambled', to, ...keys });
    case 'cover':
      return JSON.stringify({ kind: 'scrambled', to, cover: true, pause_cover: isCoverPaused, ...keys });
    case 'shadowsocks':
    case 'shadowsocks_tcp': {
      const network = over === 'shadowsocks' ? 'udp' : 'tcp';
      return JSON.stringify({ kind: 'shadowsocks', network, to, ...keys });
    }
    case 'quic':
      return JSON.stringify({
        ...{ kind: over, to, server_name: serverName },
        certificate_authorities: certificateAuthorities,
      });
    case 'tcp':
      return JSON.stringify({ kind: over, to });
  }
}

function hexOf(publicKey: string): string {
  return Buffer.from(publicKey, 'base64').toString('hex');
}

/**
 * Starts `comet-transport client` under the user of the programs that carry tunnels. A rule routes what this user sends by the main table:
 * the program also connects while the tunnel is up, and must not get the tunnel's address as its source.
 */
export function linuxOuterTransports(
  shell: Pick<NetworkShell, 'runIp'>,
  { program, uid, certificateAuthorities }: OuterTransportOptions,
  log: Log,
): OuterTransports {
  const listeners = new Set<(how: string) => void>();
  const programs = new Map<number, GuardedProcess>();
  let kept: number | null = null;
  let isCoverPaused = false;
  /** The rule of an earlier process may remain. */
  let mayHaveRule = true;
  let ruled: Promise<void> | null = null;

  const rules = (kind: 'rule-add' | 'rule-delete'): IpCommand[] =>
    ([4, 6] as const).map((family) => ({ kind, family, priority, uid, table: mainTable }));

  async function addRules(): Promise<void> {
    await shell.runIp(rules('rule-delete'), { ignoreErrors: true });
    mayHaveRule = true;
    await shell.runIp(rules('rule-add'));
  }

  async function keepOnly(running: RunningTransport | null): Promise<void> {
    kept = running?.localPort ?? null;
    const others = [...programs].filter(([port]) => port !== kept);
    for (const [port] of others) programs.delete(port);
    await Promise.all(others.map(([, one]) => one.stop()));
  }

  return {
    isSupported: true,
    async open(server, signal) {
      ruled ??= addRules();
      await ruled;
      signal.throwIfAborted();
      const startsPaused = isCoverPaused;
      const config = clientConfig(server, certificateAuthorities, startsPaused);
      const started = startWithInput(uid, [program, 'client'], config);
      const localPort = await portOf(started, signal).catch(async (error: unknown) => {
        await started.stop();
        throw error;
      });
      if (signal.aborted) {
        await started.stop();
        signal.throwIfAborted();
      }
      programs.set(localPort, started);
      if (isCoverPaused !== startsPaused) started.write(pauseRequest(isCoverPaused));
      void started.ended.then((how) => {
        if (programs.get(localPort) !== started) return;
        programs.delete(localPort);
        log.warn({ how }, 'A transport program ended');
        if (kept === localPort) for (const listener of listeners) listener(how);
      });
      return { ...server.offer, localPort };
    },
    tryUdp(running, ports, signal) {
      const program = programs.get(running.localPort);
      return program === undefined ? Promise.resolve(null) : respondingPort(program, ports, signal);
    },
    keepOnly,
    pauseCover(isPaused) {
      isCoverPaused = isPaused;
      for (const one of programs.values()) one.write(pauseRequest(isPaused));
    },
    coverReport() {
      const output = kept === null ? undefined : programs.get(kept)?.lastOutput();
      return output === undefined ? null : coverReportIn(output);
    },
    async lower() {
      await keepOnly(null);
      ruled = null;
      if (!mayHaveRule) return;
      mayHaveRule = false;
      await shell.runIp(rules('rule-delete'), { ignoreErrors: true });
    },
    onEnd(listener) {
      listeners.add(listener);
    },
  };
}

/** A line for a program; one without cover traffic ignores it. */
function pauseRequest(isPaused: boolean): string {
  return JSON.stringify({ pause_cover: isPaused });
}

/** Requests an attempt at the gateway's own ports; resolves with the port of the line that the program prints at a response. */
function respondingPort(
  program: GuardedProcess,
  ports: readonly number[],
  signal: AbortSignal,
): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const ignore = program.onLine((line) => {
    const parsed = respondedLine.safeParse(jsonOf(line));
    if (parsed.success) resolve(parsed.data.responded.port);
  });
  const giveUp = (): void => resolve(null);
  signal.addEventListener('abort', giveUp, { once: true });
  void program.ended.then(giveUp);
  if (signal.aborted) giveUp();
  else program.write(JSON.stringify({ try_direct: ports }));
  return promise.finally(() => {
    ignore();
    signal.removeEventListener('abort', giveUp);
  });
}

/** Returns the last report of cover traffic in a program's output; null without one. */
export function coverReportIn(output: string): CoverReport | null {
  const reports = output
    .split('\n')
    .map((line) => coverLine.safeParse(jsonOf(line)))
    .filter((report) => report.success);
  const last = reports.at(-1)?.data.cover;
  if (last === undefined) return null;
  return { received: last.received.cover, sent: last.sent.cover, paused: last.paused };
}

/** The port in the line that the program prints when it is connected. */
function portOf(program: GuardedProcess, signal: AbortSignal): Promise<number> {
  const port = (line: string): number | null => {
    const parsed = readyLine.safeParse(jsonOf(line));
    return parsed.success ? parsed.data.listening.port : null;
  };
  return firstOutput(program, port, startTimeout, signal);
}
