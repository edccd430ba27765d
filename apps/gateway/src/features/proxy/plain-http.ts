import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { farEnd } from './client-ends.ts';
import { hangUp } from './door.ts';
import type { Engine } from './engine.ts';
import { ExitAgent } from './exit-agent.ts';
import { longestHead, readBasic } from './http-head.ts';
import { pathOf } from './path-of.ts';
import { type Destination, readDestination } from './read-destination.ts';
import { refuse, send } from './plain-exchange.ts';
import { httpRefusal } from './refusals.ts';
import { RequestHeads } from './request-heads.ts';
import { RequestTurns } from './request-turns.ts';
import { admit, type Visitor } from './visit.ts';

/** Milliseconds that a client may be silent between two requests, and within one. */
const idle = { between: 15_000, within: 120_000 };
/** Destinations to which one client's connection keeps connections open. */
const mostAgents = 16;

export interface PlainHttp {
  /** Takes a connection whose first bytes have been read. */
  take(socket: Socket, heard: Buffer): void;
  /** Ends what does not get on; called every second or so. */
  tick(): void;
}

/**
 * Forwards requests in absolute form (RFC 9112 §3.2.2) for as long as the client keeps its connection. What makes requests ambiguous is
 * refused by Node's own parser, on both sides. `connect` takes a connection that goes on with CONNECT.
 */
export function openPlainHttp(engine: Engine, connect: (socket: Socket, heard: Buffer) => void): PlainHttp {
  const agentsOf = new WeakMap<Socket, Map<string, ExitAgent>>();
  const heads = new RequestHeads();
  const turns = new RequestTurns();
  // The header is looked at below, and refused in words.
  const checks = { maxHeaderSize: longestHead, requireHostHeader: false };
  const server = createServer({ ...checks, keepAliveTimeout: idle.between });
  server.timeout = idle.within;
  server.on('request', (incoming, response) => {
    heads.whole(incoming.socket, response, engine.now);
    turns.take(incoming.socket, response, () => forward(incoming, response));
  });
  server.on('clientError', (_, stream) => {
    // It is one of the sockets that `take` was given. Half closed, it would count nowhere and stay.
    if (stream.writable) hangUp(stream as Socket, httpRefusal('bad_request'));
    else stream.destroy();
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    // What is answered first would be taken for what comes through the tunnel, and the other way round.
    if (heads.owes(socket)) return void socket.destroy();
    heads.over(socket);
    const lines = [`CONNECT ${incoming.url ?? ''} HTTP/1.1`];
    for (let at = 0; at < incoming.rawHeaders.length; at += 2)
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
    connect(socket, Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  });

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const url = URL.parse(incoming.url ?? '');
    const destination =
      url?.protocol === 'http:' ? readDestination(url.hostname, Number(url.port || '80')) : null;
    const path = pathOf(incoming);
    if (url === null || destination === null || path === null || !namesOneHost(incoming))
      return refuse(response, 'bad_request');
    const authorization = incoming.headers['proxy-authorization'] ?? null;
    const credentials = authorization === null ? null : readBasic(authorization);
    const visitor = admit(engine, credentials, farEnd(incoming.socket));
    if (!visitor.ok) return refuse(response, visitor.error);
    const key = `${credentials?.username ?? ''} ${url.host}`;
    const agent = agentFor(incoming.socket, key, visitor.value, destination);
    send(incoming, response, { host: url.host, path }, agent, destination);
  }

  function agentFor(client: Socket, key: string, visitor: Visitor, destination: Destination): ExitAgent {
    let agents = agentsOf.get(client);
    if (agents === undefined) {
      const all = new Map<string, ExitAgent>();
      agentsOf.set(client, (agents = all));
      client.once('close', () => {
        for (const agent of all.values()) agent.destroy();
      });
    }
    const known = agents.get(key);
    if (known?.serves(visitor) === true) return known;
    known?.destroy();
    agents.delete(key);
    const [oldest] = agents;
    if (agents.size >= mostAgents && oldest !== undefined) {
      agents.delete(oldest[0]);
      oldest[1].destroy();
    }
    const agent = new ExitAgent(engine, visitor, destination);
    agents.set(key, agent);
    return agent;
  }

  return {
    take(socket, heard) {
      heads.awaited(socket, engine.now());
      socket.once('close', () => heads.over(socket));
      socket.unshift(heard);
      server.emit('connection', socket);
      socket.resume();
    },
    tick() {
      heads.tick(engine.now());
    },
  };
}

/** As every request has to (RFC 9112 §3.2), but for those of HTTP/1.0. */
function namesOneHost({ headersDistinct, httpVersionMinor }: IncomingMessage): boolean {
  const hosts = headersDistinct.host?.length ?? 0;
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0);
}
