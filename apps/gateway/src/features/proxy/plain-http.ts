import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { hangUp } from './door.ts';
import type { Engine } from './engine.ts';
import { ExitAgent, ExitRefusal } from './exit-agent.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import { longestHead, readBasic } from './http-head.ts';
import { type Destination, readDestination } from './read-destination.ts';
import { httpRefusal, type Refusal, refusals } from './refusals.ts';
import { admit } from './visit.ts';

/** Milliseconds that a client may be silent between two requests, and within one. */
const idle = { between: 15_000, within: 120_000 };
/** Destinations to which one client's connection keeps connections open. */
const mostAgents = 16;

export interface PlainHttp {
  /** Takes a connection whose first bytes have been read. */
  take(socket: Socket, heard: Buffer): void;
}

/**
 * Forwards requests in absolute form (RFC 9112 §3.2.2) for as long as the client keeps its connection. What makes requests ambiguous is
 * refused by Node's own parser, on both sides. `connect` takes a connection that goes on with CONNECT.
 */
export function openPlainHttp(engine: Engine, connect: (socket: Socket, heard: Buffer) => void): PlainHttp {
  const agentsOf = new WeakMap<Socket, Map<string, ExitAgent>>();
  const server = createServer({ maxHeaderSize: longestHead, keepAliveTimeout: idle.between });
  server.timeout = idle.within;
  server.on('request', (incoming, response) => forward(incoming, response));
  server.on('clientError', (_, stream) => {
    // It is one of the sockets that `take` was given. Half closed, it would count nowhere and stay.
    if (stream.writable) hangUp(stream as Socket, httpRefusal('bad_request'));
    else stream.destroy();
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const lines = [`CONNECT ${incoming.url ?? ''} HTTP/1.1`];
    for (let at = 0; at < incoming.rawHeaders.length; at += 2)
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
    connect(socket, Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  });

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const url = URL.parse(incoming.url ?? '');
    const destination =
      url?.protocol === 'http:' ? readDestination(url.hostname, Number(url.port || '80')) : null;
    if (url === null || destination === null) return refuse(response, 'bad_request');
    const authorization = incoming.headers['proxy-authorization'] ?? null;
    const credentials = authorization === null ? null : readBasic(authorization);
    const visitor = admit(engine, credentials, incoming.socket.remoteAddress ?? '');
    if (!visitor.ok) return refuse(response, visitor.error);
    const agent = agentFor(
      incoming.socket,
      `${credentials?.username ?? ''} ${url.host}`,
      () => new ExitAgent(engine, visitor.value, destination),
    );
    send(incoming, response, url, agent, destination);
  }

  function agentFor(client: Socket, key: string, make: () => ExitAgent): ExitAgent {
    let agents = agentsOf.get(client);
    if (agents === undefined) {
      const all = new Map<string, ExitAgent>();
      agentsOf.set(client, (agents = all));
      client.once('close', () => {
        for (const agent of all.values()) agent.destroy();
      });
    }
    const known = agents.get(key);
    if (known?.isStale === false) return known;
    known?.destroy();
    agents.delete(key);
    const [oldest] = agents;
    if (agents.size >= mostAgents && oldest !== undefined) {
      agents.delete(oldest[0]);
      oldest[1].destroy();
    }
    const agent = make();
    agents.set(key, agent);
    return agent;
  }

  return {
    take(socket, heard) {
      socket.unshift(heard);
      server.emit('connection', socket);
      socket.resume();
    },
  };
}

function send(
  incoming: IncomingMessage,
  response: ServerResponse,
  url: URL,
  agent: ExitAgent,
  destination: Destination,
): void {
  const outgoing = request({
    agent,
    host: destination.host,
    port: destination.port,
    method: incoming.method,
    path: `${url.pathname}${url.search}`,
    headers: [...forwardedHeaders(incoming.rawHeaders, url.host), ...framing(incoming)],
    setHost: false,
  });
  outgoing.on('upgrade', (_, stream) => {
    // Nobody was asked to change the protocol: the header that does is between neighbours.
    stream.destroy();
    refuse(response, 'target_unreachable');
  });
  outgoing.on('response', (answer) => {
    const { statusCode = 0, statusMessage = '' } = answer;
    if (statusCode < 200 || statusCode > 999) {
      outgoing.destroy();
      return refuse(response, 'target_unreachable');
    }
    response.writeHead(
      statusCode,
      isReason(statusMessage) ? statusMessage : undefined,
      forwardedHeaders(answer.rawHeaders, null),
    );
    // What breaks off in the middle is broken off for the client too, who would take it for the whole otherwise.
    pipeline(answer, response, () => undefined);
  });
  outgoing.on('error', (error) => {
    if (response.headersSent) return void response.destroy();
    // The other side ended a connection that rested, just when it was to be used again (RFC 9112 §9.3.1).
    if (outgoing.reusedSocket && ['GET', 'HEAD'].includes(incoming.method ?? ''))
      return send(incoming, response, url, agent, destination);
    refuse(response, error instanceof ExitRefusal ? error.refusal : 'target_unreachable');
  });
  response.on('close', () => outgoing.destroy());
  incoming.on('error', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/** Node reads more into a reason phrase than it lets anybody write (RFC 9112 §4): what it would throw at is not passed on. */
function isReason(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/** A body without a length is sent on in chunks, as it came. */
function framing(incoming: IncomingMessage): string[] {
  return incoming.headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked'];
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  const { status, sentence } = refusals[refusal];
  response.writeHead(status, {
    ...(status === 407 ? { 'Proxy-Authenticate': 'Basic realm="Comet", charset="UTF-8"' } : {}),
    'Comet-Error': refusal,
    'Content-Type': 'text/plain; charset=utf-8',
    Connection: 'close',
  });
  response.end(`${sentence}\n`);
}
