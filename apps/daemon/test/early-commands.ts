import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Snapshot, writeRequest } from '@comet/tunnel-protocol';
import type { TestNetwork } from './fleet/test-network.ts';
import { networkState } from './simulation/network-state.ts';

/** The reply to a command at the daemon's start. */
export interface CommandReply {
  /** The output of `comet connect` for it; empty if it is not connected. */
  readonly stdout: string;
  /** 0 for a result, 1 for a refusal, null if the daemon disconnected before. */
  readonly exitCode: number | null;
  /** Whether the daemon was loaded when it replied. */
  readonly wasServing: boolean;
}

export const savedSessionFile = (network: TestNetwork): string =>
  join(network.stateDir, 'saved-sessions.json');
export const recordedGoalFile = (network: TestNetwork): string =>
  join(network.stateDir, 'recorded-goal.json');

/** Returns the request of `comet` for these arguments, of those that the tests of a start need. */
export function requestLine(command: string, ...args: string[]): string {
  const location = args.length === 0 ? null : args.join(' ');
  return command === 'connect' ? writeRequest(1, 'connect', { location }) : writeRequest(1, 'status', {});
}

/** A client at the start: it retries the socket as `comet` does. */
export async function connectClient(network: TestNetwork): Promise<Socket> {
  for (const deadline = Date.now() + 10_000; ; await sleep(0.5)) {
    const socket = connect(network.socket);
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (isThere) return socket.on('error', () => undefined);
    if (Date.now() > deadline) throw new Error(`the daemon does not listen\n${network.daemonLog}`);
  }
}

type Reply = Readonly<Record<string, unknown>>;

/**
 * Yields all replies so far at each new piece, until the daemon closes the connection. A reset counts as closed: the kernel sends it if the
 * daemon ends before it has read the command.
 */
export async function* repliesTo(client: Socket): AsyncGenerator<readonly Reply[]> {
  let text = '';
  try {
    for await (const chunk of client) {
      text += String(chunk);
      const lines = text.split('\n').slice(0, -1);
      yield lines.map((line) => JSON.parse(line) as Reply);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
}

/** Sends a command's line and receives the reply. */
export async function sendCommand(network: TestNetwork, socket: Socket, line: string): Promise<CommandReply> {
  socket.write(line);
  for await (const replies of repliesTo(socket)) {
    const reply = replies.find(({ kind }) => kind === 'result' || kind === 'error');
    if (reply === undefined) continue;
    const wasServing = network.daemonLog.includes('"Listening"');
    if (reply['kind'] === 'error') return { stdout: '', exitCode: 1, wasServing };
    return { stdout: connectedLine(reply['result'] as Snapshot), exitCode: 0, wasServing };
  }
  return { stdout: '', exitCode: null, wasServing: false };
}

function connectedLine({ tunnel }: Snapshot): string {
  if (tunnel.state !== 'connected') return '';
  const { city, countryName, location } = tunnel.place;
  return `Connected to ${city}, ${countryName} (${location}). Server ${tunnel.link.endpoint}.\n`;
}

/** A command that is sent when the daemon is started. */
export async function runEarlyCommand(network: TestNetwork, ...args: string[]): Promise<CommandReply> {
  const [command = 'connect', ...rest] = args;
  return sendCommand(network, await connectClient(network), requestLine(command, ...rest));
}

/** Ends the daemon after a connection, so that it saves a session; resolves with the reply to that connect. */
export async function stopWithSavedSession(network: TestNetwork): Promise<string> {
  const { code, stdout, stderr } = await network.comet('connect', 'nl-ams');
  if (code !== 0) throw new Error(`${stderr}${network.daemonLog}`);
  await network.comet('disconnect');
  await network.waitForStandby();
  await network.endDaemon('SIGTERM');
  if (!existsSync(savedSessionFile(network))) throw new Error(`no session was saved\n${network.daemonLog}`);
  return stdout;
}

/** A start whose command got its reply before the daemon was loaded. */
export interface EarlyConnect {
  /** Its reply, and the reply of the previous daemon to the same command. */
  readonly stdout: string;
  readonly usualReply: string;
  /** The machine's state, and the number of connections to the gateway's admission endpoint, before the start. */
  readonly before: string;
  readonly presentations: number;
  /** Resolves with the daemon's log when the daemon serves or has ended. */
  readonly started: Promise<string>;
}

/**
 * Ends the daemon, starts the next one and connects during the start. On a busy machine the command may be too late for the saved session:
 * then all steps are repeated. `env`: as for `startDaemon`.
 */
export async function connectAtStart(
  network: TestNetwork,
  args: readonly string[] = ['connect'],
  env: Readonly<Record<string, string>> = {},
): Promise<EarlyConnect> {
  for (let tries = 0; tries < 5; tries += 1) {
    const usualReply = await stopWithSavedSession(network);
    const before = await networkState(network);
    const { presentations } = await network.set({});
    const log = (): string => network.daemonLog;
    const started = network.startDaemon(env).then(log, log);
    const { stdout, exitCode, wasServing } = await runEarlyCommand(network, ...args);
    if (exitCode === 0 && !wasServing) return { stdout, usualReply, before, presentations, started };
    if (!(await started).includes('"Listening"')) await network.startDaemon();
    await network.comet('disconnect');
  }
  throw new Error(`no reply before the daemon was loaded\n${network.daemonLog}`);
}

/**
 * Repeats a start of a daemon without a tunnel until its log reports that a command was received before the daemon was loaded: on a busy
 * machine a command may be too late.
 */
export async function retryUntilEarly(
  network: TestNetwork,
  logged: string,
  tried: () => Promise<void>,
): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    await tried();
    if (network.daemonLog.includes(logged)) return;
    if (network.exitCode !== null) await network.startDaemon();
    await network.comet('disconnect');
  }
  throw new Error(`no command was received before the daemon was loaded\n${network.daemonLog}`);
}
