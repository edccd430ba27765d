import type { Reply, Send } from '@comet/client';
import type * as http from 'node:http';
import type { Agent, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { currentPlatform } from '../callers/platform-of.ts';
import type * as https from 'node:https';

/** Maximum size of a response in bytes; the API sends no larger one. */
export const maxResponseLength = 8 * 1024 * 1024;

/** Keep-alive interval of an idle connection in ms. Node's default, one packet per second, would prevent a radio from sleeping. */
const keepAliveMsecs = 60_000;

/** The program's name in the account's list of sessions, without a version, which does not help to identify it. */
const userAgent = `cometd (${currentPlatform.title})`;

export interface PinnedFetch {
  readonly fetch: Send;
  /** Closes the open connections: the route to the API has changed. */
  forget(): void;
}

/** Opens the connection of a request, with TLS completed if the URL requires it: the caller sends the request through it at once. */
export type OpenForRequest = (target: {
  readonly host: string;
  readonly port: number;
  readonly usesTls: boolean;
}) => Promise<Duplex>;

/** Returns an HTTP agent for URLs of a protocol whose connections come only from `open`. */
export function agentOver(open: OpenForRequest, protocol: string, keepAlive: boolean): Agent {
  const agent = new (httpClient(protocol).Agent)({ keepAlive, keepAliveMsecs });
  agent.createConnection = ({ host, port }, callback) => {
    const target = { host: host ?? '', port: Number(port), usesTls: protocol === 'https:' };
    open(target).then(
      (connection) => callback?.(null, connection),
      (error: unknown) =>
        callback?.(error instanceof Error ? error : new Error(String(error)), unconnected()),
    );
    return undefined;
  };
  return agent;
}

/** A closed stream: the callback's type requires one, also with an error. */
function unconnected(): Duplex {
  return new (process.getBuiltinModule('node:stream').Duplex)().destroy();
}

/**
 * `fetch` over connections that come only from `open`; the platform's `fetch` has no such option. Redirects are not followed: the API sends
 * none. Does not use the platform's `fetch`, not even its `Headers`, which would load all of it, 6 MB (decision 36).
 */
export function pinnedFetch(open: OpenForRequest): PinnedFetch {
  const agents = new Map<string, Agent>();

  function agentFor(protocol: string): Agent {
    const agent = agents.get(protocol) ?? agentOver(open, protocol, true);
    agents.set(protocol, agent);
    return agent;
  }

  const send: Send = (address, { method, headers: given, signal, body = '' }) => {
    const url = new URL(address);
    const headers: Record<string, string> = { 'user-agent': userAgent, ...given };
    if (body !== '') headers['content-length'] = String(Buffer.byteLength(body));
    const options = { method, headers, signal, agent: agentFor(url.protocol) };
    return new Promise((resolve, reject) => {
      const call = httpClient(url.protocol).request(url, options, (response) => {
        readWhole(response).then((bytes) => resolve(responseOf(response, bytes)), reject);
      });
      call.on('error', reject);
      call.end(body);
    });
  };

  return {
    fetch: send,
    forget() {
      for (const agent of agents.values())
        for (const sockets of [...Object.values(agent.freeSockets), ...Object.values(agent.sockets)])
          for (const socket of sockets ?? []) socket.destroy();
    },
  };
}

async function readWhole(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxResponseLength) throw new Error('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function responseOf(
  { statusCode: status = 502, headers }: IncomingMessage,
  bytes: Buffer<ArrayBuffer>,
): Reply {
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: {
      get(name) {
        const value = headers[name];
        return typeof value === 'string' ? value : null;
      },
    },
    // The body is complete already and limited in size.
    body: null,
    text: async () => bytes.toString('utf8'),
    arrayBuffer: async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  };
}

/**
 * Returns Node's HTTP client for a URL's protocol, loaded at its first use: a connect without the admission endpoint needs neither. An
 * import of the plain client also loads the other exports of `node:http`: a WebSocket and with it a whole `fetch`.
 */
export function httpClient(protocol: string): typeof http | typeof https {
  return process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
}
