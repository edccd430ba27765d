import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import {
  maxProxyCommandLength,
  createResolver,
  type Proxy,
  type ProxyEvent,
  type ProxyCommand,
  proxyCommand,
  serveProxy,
} from './features/proxy/index.ts';
import { linesOf } from './platform/files/lines.ts';

/**
 * The process of the residential proxy, and of tunnels that leave through providers. The agent starts it, sends it the customers and exits on
 * standard input, and receives the usage on standard output. It drops its privileges for good once it listens. It ends with the agent, and
 * never writes a destination anywhere.
 */
let proxy: Proxy | null = null;

function emit(event: ProxyEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

async function setUp(command: ProxyCommand): Promise<Proxy> {
  if (command.type !== 'setup') throw new Error('The first message must be the setup');
  const { LISTENER } = process.env;
  const parts = {
    setup: command,
    resolve: createResolver(),
    emit,
    now: () => performance.now(),
    random: Math.random,
    newToken: () => randomBytes(6).toString('hex'),
  };
  const opened = await serveProxy(parts, LISTENER === undefined ? null : Number(LISTENER));
  if (command.user !== null) {
    process.setgroups?.([]);
    process.setgid?.(command.user);
    process.setuid?.(command.user);
  }
  emit({ type: 'listening', tproxy: opened.servesTunnels });
  return opened;
}

// Ctrl-C ends the agent only, which still receives the usage.
for (const name of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(name, () => undefined);
// The agent receives the kind of an error only: its message may name a destination. The usage is sent before the process ends.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  void proxy?.close();
  process.stderr.write(`${error.name} ${error.code ?? ''}\n`);
  process.exit(1);
});
process.stdout.on('error', () => process.exit(1));

for await (const line of linesOf(process.stdin as AsyncIterable<Uint8Array>, maxProxyCommandLength)) {
  const command = proxyCommand.parse(JSON.parse(line));
  if (proxy === null) proxy = await setUp(command);
  else if (command.type === 'end') break;
  else if (command.type !== 'setup') proxy.execute(command);
}
await proxy?.close();
process.exit(0);
