import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A round-robin HTTP proxy that sends requests to the backends whose last health check returned 200. It never retries a request. */
export interface LoadBalancer {
  readonly url: string;
  /** Whether a backend gets requests. */
  isHealthy(port: number): boolean;
  close(): Promise<void>;
}

/** Milliseconds between the health checks of a backend; usual load balancers have seconds. */
export const healthCheckMs = 500;
/** A busy machine answers late, which is not the failure under test. */
const checkTimeoutMs = 10_000;

/** Balances over ports of 127.0.0.1. `onUnready` gets the body of a `/readyz` that is not 200. */
export async function startLoadBalancer(
  ports: readonly number[],
  options: { onUnready(port: number, body: string): void },
): Promise<LoadBalancer> {
  const healthy = new Set<number>();
  const agent = new Agent({ keepAlive: true });
  const closing = new AbortController();
  const check = async (port: number) => {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(checkTimeoutMs)]),
    }).then(
      async (response) => {
        const body = await response.text();
        if (response.status !== 200) options.onUnready(port, body);
        return response.status === 200;
      },
      () => false,
    );
    if (isReady) healthy.add(port);
    else healthy.delete(port);
  };
  const checking = ports.map(async (port) => {
    while (!closing.signal.aborted) {
      await check(port);
      await sleep(healthCheckMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const upstream = ports.filter((port) => healthy.has(port));
    turn += 1;
    const port = upstream[turn % upstream.length];
    if (port === undefined) return void outgoing.writeHead(503).end('no backend');
    const { method, url: path, headers } = incoming;
    const onward = request({ agent, host: '127.0.0.1', port, method, path, headers });
    onward.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(String(error));
    });
    onward.on('response', (response) => {
      const { connection: _hop, ...passed } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, passed);
      response.pipe(outgoing);
      response.on('aborted', () => outgoing.destroy());
    });
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isHealthy: (port) => healthy.has(port),
    async close() {
      closing.abort();
      await Promise.all(checking);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
