import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { transportProgram } from '@comet/testing';
import { addresses } from './addresses.ts';

/** Starts a gateway's server of WireGuard's other transports, with a certificate; resolves with a function that ends it. */
export async function serveTransports(path: {
  readonly chain: string;
  readonly key: string;
}): Promise<() => void> {
  const { transports, wireguardPort } = addresses;
  const certificate = {
    certificate: await readFile(path.chain, 'utf8'),
    key: await readFile(path.key, 'utf8'),
  };
  const listeners = transports.flatMap(({ kind, port }) =>
    ['0.0.0.0', '[::]'].map((host) => ({
      ...{ kind, address: `${host}:${port}` },
      ...(kind === 'quic' ? certificate : {}),
    })),
  );
  const child = spawn(transportProgram, ['server'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${JSON.stringify({ to: `127.0.0.1:${wireguardPort}`, listeners })}\n`);
  const left = once(child, 'exit').then(() => false);
  if (!(await Promise.race([once(child.stdout, 'data').then(() => true), left])))
    throw new Error('The transport server ended before it was ready');
  return () => child.kill('SIGTERM');
}
