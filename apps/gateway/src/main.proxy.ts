import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import {
  longestProxyCommand,
  openResolution,
  type Proxy,
  type ProxyEvent,
  type ProxyCommand,
  proxyCommand,
  serveProxy,
} from './features/proxy/index.ts';
import { linesOf } from './platform/files/lines.ts';

/**
 * The process that carries the traffic of proxy customers, and of tunnels that leave by providers. The agent starts it, tells it on
 * standard input who they are and by which exits they leave, and receives on standard output what was used. Once it listens it has no rights,
 * and cannot get them back. It ends with the agent, and writes nothing, anywhere, of where anybody goes.
 */
let proxy: Proxy | null = null;

function tell(event: ProxyEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

async function setUp(order: ProxyCommand): Promise<Proxy> {
  if (order.type !== 'setup') throw new Error('The first order has to be the setup');
  const { LISTENER } = process.env;
  const parts = {
    setup: order,
    resolve: openResolution(),
    tell,
    now: () => performance.now(),
    random: Math.random,
    newToken: () => randomBytes(6).toString('hex'),
  };
  const opened = await serveProxy(parts, LISTENER === undefined ? null : Number(LISTENER));
  if (order.user !== null) {
    process.setgroups?.([]);
    process.setgid?.(order.user);
    process.setuid?.(order.user);
  }
  tell({ type: 'listening', tproxy: opened.servesTunnels });
  return opened;
}

// Ctrl-C for the agent does not mean us: it still wants to receive what was used.
for (const name of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(name, () => undefined);
// Of what went wrong the agent receives the kind alone: a message may name where somebody goes. What was used is told before the end.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  void proxy?.close();
  process.stderr.write(`${error.name} ${error.code ?? ''}\n`);
  process.exit(1);
});
process.stdout.on('error', () => process.exit(1));

for await (const line of linesOf(process.stdin as AsyncIterable<Uint8Array>, longestProxyCommand)) {
  const order = proxyCommand.parse(JSON.parse(line));
  if (proxy === null) proxy = await setUp(order);
  else if (order.type === 'end') break;
  else if (order.type !== 'setup') proxy.order(order);
}
await proxy?.close();
process.exit(0);
