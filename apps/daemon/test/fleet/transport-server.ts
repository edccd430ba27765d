import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { transportProgram } from '@comet/testing';
import { addresses } from './addresses.ts';

/** A gateway's server of WireGuard's other transports. */
export interface TransportServer {
  /** Accepts scrambled datagrams of a WireGuard public key. */
  addClient(publicKey: string): void;
  close(): void;
}

/** Starts the server with a certificate and the gateway's WireGuard public key. */
export async function serveTransports(
  path: { readonly chain: string; readonly key: string },
  publicKey: string,
): Promise<TransportServer> {
  const { transports, wireguardPort } = addresses;
  const certificate = {
    certificate: await readFile(path.chain, 'utf8'),
    key: await readFile(path.key, 'utf8'),
  };
  const listeners = transports.flatMap(({ kind, port }) =>
    ['0.0.0.0', '[::]'].map((host) => ({
      ...{ kind, address: `${host}:${port}` },
      ...(kind === 'quic' ? certificate : {}),
      ...(kind === 'scrambled' ? { cover: true } : {}),
    })),
  );
  const child = spawn(transportProgram, ['server'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const write = (line: object) => child.stdin.write(`${JSON.stringify(line)}\n`);
  write({ to: `127.0.0.1:${wireguardPort}`, listeners, public_key: hexOf(publicKey) });
  const left = once(child, 'exit').then(() => false);
  if (!(await Promise.race([once(child.stdout, 'data').then(() => true), left])))
    throw new Error('The transport server ended before it was ready');
  return {
    addClient: (client) => void write({ add: [hexOf(client)], remove: [] }),
    close: () => void child.kill('SIGTERM'),
  };
}

function hexOf(publicKey: string): string {
  return Buffer.from(publicKey, 'base64').toString('hex');
}
