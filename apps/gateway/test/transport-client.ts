import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { transportProgram } from '@comet/testing';

/** `comet-transport client` in a namespace: WireGuard's peer has the endpoint 127.0.0.1 at `port`. */
export interface TransportClient {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a client with its configuration; rejects with its error output if it does not connect. */
export async function startTransportClient(
  namespace: string,
  configuration: Readonly<Record<string, unknown>>,
): Promise<TransportClient> {
  const child = spawn('ip', ['netns', 'exec', namespace, transportProgram, 'client'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.write(`${JSON.stringify(configuration)}\n`);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = once(child, 'close').then(() => Promise.reject(new Error(`comet-transport: ${errors}`)));
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
  const { listening } = JSON.parse(line) as { listening: { port: number } };
  return { port: listening.port, close: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.stdin?.end();
  await closed;
}
