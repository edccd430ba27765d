import type { Agent, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { httpClient } from './http-client.ts';
import { here } from './here.ts';

/** Bytes: no answer of the API is larger. */
export const longestAnswer = 8 * 1024 * 1024;

/** Milliseconds until a waiting connection is looked after. Node's own choice, a packet each second, would never let a radio sleep. */
const keepAliveMsecs = 60_000;

/** What the account's list of sessions calls this program by. No version: it helps nobody to recognise it. */
const userAgent = `cometd (${here.title})`;

export interface PinnedFetch {
  readonly fetch: typeof globalThis.fetch;
  /** Ends the open connections: the way to the API has changed. */
  forget(): void;
}

/**
 * `fetch` over connections whose address comes from `lookup` alone; the platform's own has no place for one. Host header,
 * SNI and the certificate's name are those of the URL. Redirects are not followed: the API sends none.
 */
export function pinnedFetch(lookup: LookupFunction): PinnedFetch {
  const options = {
    keepAlive: true,
    keepAliveMsecs,
    lookup,
    autoSelectFamily: true,
    minVersion: 'TLSv1.2',
  } as const;
  const agents = new Map<string, Agent>();

  function agentFor(protocol: string): Agent {
    const agent = agents.get(protocol) ?? new (httpClient(protocol).Agent)(options);
    agents.set(protocol, agent);
    return agent;
  }

  function send(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input);
    const body = typeof init.body === 'string' ? init.body : '';
    const headers: Record<string, string> = {
      'user-agent': userAgent,
      ...Object.fromEntries(new Headers(init.headers).entries()),
    };
    if (body !== '') headers['content-length'] = String(Buffer.byteLength(body));
    const options = {
      method: init.method ?? 'GET',
      headers,
      agent: agentFor(url.protocol),
      ...(init.signal ? { signal: init.signal } : {}),
    };
    return new Promise((resolve, reject) => {
      const call = httpClient(url.protocol).request(url, options, (answer) => {
        readWhole(answer).then((bytes) => resolve(responseOf(answer, bytes)), reject);
      });
      call.on('error', reject);
      call.end(body);
    });
  }

  return {
    fetch: send,
    forget() {
      for (const agent of agents.values())
        for (const sockets of [...Object.values(agent.freeSockets), ...Object.values(agent.sockets)])
          for (const socket of sockets ?? []) socket.destroy();
    },
  };
}

async function readWhole(answer: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestAnswer) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function responseOf(answer: IncomingMessage, bytes: Buffer<ArrayBuffer>): Response {
  const status = answer.statusCode ?? 502;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    if (typeof value === 'string') headers.set(name, value);
  const bodiless = status === 204 || status === 205 || status === 304;
  return new Response(bodiless ? null : bytes, { status, statusText: answer.statusMessage ?? '', headers });
}
