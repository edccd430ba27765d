import { Agent, request as sendHttp } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, createClient, type Reply, type Send } from '@comet/client';
import { api } from '@comet/contract';
import type { BenchSession } from '../api/sessions.ts';

/** Reads of clients, each over its own keep-alive connection. */
export interface ClientReport {
  readonly reads: number;
  /** Reads whose first attempt failed, and which the client repeated. */
  readonly repeated: number;
  /** A sentence for each read that failed with its repetition. */
  readonly failures: readonly string[];
}

/**
 * Starts a client of the contract for each session, with the one retry of a read that all apps have. Each reads its user, with a pause
 * between two reads, until `stop`.
 */
export function startClients(
  baseUrl: string,
  sessions: readonly BenchSession[],
  pauseMs: number,
): { stop(): Promise<ClientReport> } {
  const stopping = new AbortController();
  const failures: string[] = [];
  const sent = { reads: 0, attempts: 0 };
  const clients = sessions.map(async ({ token, deviceId }, index) => {
    // Not the session's: those are within the network of a cluster, whose proxy is trusted.
    const connection = ownConnection(`10.80.${index >> 8}.${index & 255}`);
    const client = createClient({
      ...{ baseUrl, token: () => token, deviceId: () => deviceId },
      fetch(url, request) {
        sent.attempts += 1;
        return connection.send(url, request);
      },
    });
    const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
    // Spread over the pause, so that requests are in flight at every moment.
    await pause((pauseMs * index) / sessions.length);
    while (!stopping.signal.aborted) {
      sent.reads += 1;
      await client.call(api.currentUser, {}).catch((error: unknown) => void failures.push(describe(error)));
      await pause(pauseMs);
    }
    connection.close();
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(clients);
      return { reads: sent.reads, repeated: sent.attempts - sent.reads, failures };
    },
  };
}

/** A response of a replica has the id of its request, one of HAProxy has none. */
function describe(error: unknown): string {
  const source = error instanceof ApiError ? (error.requestId === null ? ' (HAProxy)' : ' (API)') : '';
  return `${String(error)}${source}`;
}

/** Sends requests over one connection, from a source address. */
function ownConnection(address: string): { readonly send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: Send = (url, { method, headers, signal, body }) =>
    new Promise<Reply>((resolve, reject) => {
      const request = sendHttp(
        url,
        { agent, method, signal, headers: { ...headers, 'x-forwarded-for': address } },
        (response) => {
          const chunks: Buffer[] = [];
          response
            .on('error', reject)
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => {
              const bytes = new Uint8Array(Buffer.concat(chunks));
              const { 'x-request-id': id = '' } = response.headers;
              const known = { 'x-request-id': String(id) };
              resolve(
                new Response(bytes, { status: response.statusCode ?? 0, headers: id === '' ? {} : known }),
              );
            });
        },
      );
      request.on('error', reject).end(body);
    });
  return { send, close: () => agent.destroy() };
}
