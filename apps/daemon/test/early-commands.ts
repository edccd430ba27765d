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
  /** What `comet connect` prints of it; empty where it is not connected. */
  readonly stdout: string;
  /** 0 for a result, 1 for a refusal, null where the daemon hung up before. */
  readonly exitCode: number | null;
  /** Whether the daemon was loaded when it replied. */
  readonly wasServing: boolean;
}

export const savedSessionFile = (network: TestNetwork): string => join(network.stateDir, 'saved-sessions.json');
export const recordedGoalFile = (network: TestNetwork): string => join(network.stateDir, 'recorded-goal.json');

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
    if (Date.now() > deadline) throw new Error(`nobody listens\n${network.daemonLog}`);
  }
}

type Reply = Readonly<Record<string, unknown>>;

/** All that has been answered to a client, again at each piece that comes. Who stops listening hangs up. */
export async function* repliesTo(client: Socket): AsyncGenerator<readonly Reply[]> {
  let text = '';
  for await (const chunk of client) {
    text += String(chunk);
    const lines = text.split('\n').slice(0, -1);
    yield lines.map((line) => JSON.parse(line) as Reply);
  }
}

/** Sends a command's line and receives what comes of it. */
export async function sendCommand(network: TestNetwork, socket: Socket, line: string): Promise<CommandReply> {
  socket.write(line);
  for await (const replies of repliesTo(socket)) {
    const reply = replies.find(({ kind }) => kind === 'result' || kind === 'error');
    if (reply === undefined) continue;
    const wasServing = network.daemonLog.includes('listening on');
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

/** A command that is given at the moment in which the daemon is started. */
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
  if (!existsSync(savedSessionFile(network)))
    throw new Error(`no saved session was left\n${network.daemonLog}`);
  return stdout;
}

/** A start whose command got its reply before the daemon was loaded. */
export interface EarlyConnect {
  /** Its reply, and the reply of the previous daemon to the same command. */
  readonly stdout: string;
  readonly usualReply: string;
  /** The machine's state, and how often the gateway's admission endpoint was knocked at, before it was started. */
  readonly before: string;
  readonly presentations: number;
  /** Resolves with the daemon's log when it serves or is gone. */
  readonly started: Promise<string>;
}

/**
 * Has a daemon end, starts the next one and connects with the start. On a busy machine a command may come too late for the first moments:
 * then all of it is done again. `env`: as for `startDaemon`.
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
    if (!(await started).includes('listening on')) await network.startDaemon();
    await network.comet('disconnect');
  }
  throw new Error(`nobody was told before the daemon was loaded\n${network.daemonLog}`);
}

/**
 * Has a start tried again, with a daemon of which nothing is up, until its log says that a command was received in the first moments: on a
 * busy machine one may come too late for them.
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
  throw new Error(`nobody was received in the first moments\n${network.daemonLog}`);
}
