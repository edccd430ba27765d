import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const CHUNK = Buffer.alloc(64 * 1024);

/**
 * An HTTP server that returns the client's address, on port 80 of each address, until the process ends. `GET /` returns the client's
 * address and a line feed; `GET /json` returns `{ address, family: "ipv4" | "ipv6", server }`; `GET /bytes/N` returns N zero bytes; `POST
 * /sink` reads the body and returns `{ bytes }`.
 */
export async function startEchoServer(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const server = createServer((request, response) => {
      // Tests break connections on purpose.
      respond(request, response).catch(() => response.destroy());
    });
    server.requestTimeout = 0;
    server.listen(80, address);
    await once(server, 'listening');
  }
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const client = request.socket.remoteAddress ?? '';
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const bytes = /^\/bytes\/(\d{1,13})$/.exec(path)?.[1];
  response.setHeader('cache-control', 'no-store');
  if (request.method === 'POST' && path === '/sink') {
    let received = 0;
    for await (const chunk of request) received += (chunk as Buffer).length;
    sendJson(response, { bytes: received });
  } else if (request.method !== 'GET') {
    response.writeHead(405).end();
  } else if (path === '/') {
    response.setHeader('content-type', 'text/plain; charset=utf-8');
    response.end(`${client}\n`);
  } else if (path === '/json') {
    const family = isIPv6(client) ? 'ipv6' : 'ipv4';
    sendJson(response, { address: client, family, server: request.socket.localAddress ?? '' });
  } else if (bytes !== undefined) {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes });
    await pipeline(Readable.from(zeros(Number(bytes))), response);
  } else {
    response.writeHead(404).end();
  }
}

function* zeros(total: number): Generator<Buffer> {
  for (let left = total; left > 0; left -= CHUNK.length) {
    yield left >= CHUNK.length ? CHUNK : CHUNK.subarray(0, left);
  }
}

function sendJson(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}
