import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { join } from 'node:path';
import { createServer as createWebServer } from 'node:https';
import { createServer } from 'node:tls';
import packet from 'dns-packet';
import { addresses, serverName } from '../addresses.ts';

/**
 * DNS servers as one process in the namespace of the far side: the gateway's resolver, and at the internet host a resolver over TLS and
 * HTTPS with the certificate in `folder`, and a web server with a list. The encrypted resolver answers every query with the client's
 * address; the list contains the address that downloaded it, as a comment.
 */
const [folder = ''] = process.argv.slice(2);
const certificate = {
  cert: readFileSync(join(folder, 'admission.pem')),
  key: readFileSync(join(folder, 'admission.key')),
};

function answer(query: Buffer, addressOf: (name: string) => string): Buffer {
  const { id = 0, questions = [] } = packet.decode(query);
  const answers = questions.flatMap(({ type, name }) =>
    type === 'A' ? [{ type: 'A' as const, name, ttl: 0, data: addressOf(name) }] : [],
  );
  return packet.encode({ type: 'response', id, questions, answers });
}

const gateway = createSocket('udp4');
gateway.on('message', (query, { port, address }) => {
  const addressOf = (name: string): string => (name === serverName ? addresses.echo4 : addresses.tunnel4);
  gateway.send(answer(query, addressOf), port, address);
});

/** Servers of single domains, in the local network and on the internet: they answer with the client's address. */
const domainServers = [addresses.lanNeighbour, addresses.echo4].map((own) => {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) =>
    socket.send(
      answer(query, () => address),
      port,
      address,
    ),
  );
  return { own, socket };
});

const overTls = createServer(certificate, (client) => {
  client
    .on('error', () => undefined)
    .on('data', (framed: Buffer) => {
      const reply = answer(framed.subarray(2), () => client.remoteAddress ?? '');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(reply.length);
      client.write(Buffer.concat([length, reply]));
    });
});

const overHttps = createSecureServer(certificate, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.setHeader('content-type', 'application/dns-message');
    response.end(answer(Buffer.concat(chunks), () => request.socket.remoteAddress ?? ''));
  });
});

const etag = '"1"';
const lists = createWebServer(certificate, (request, response) => {
  const isKnown = request.headers['if-none-match'] === etag;
  response.writeHead(request.url !== '/list.txt' ? 404 : isKnown ? 304 : 200, { etag });
  response.end(
    isKnown ? '' : `# ${request.socket.remoteAddress}\n0.0.0.0 host.example\n||tracker.example^\n`,
  );
});

let opening = 6;
const opened = (): void => {
  opening -= 1;
  if (opening === 0) process.stdout.write('ready\n');
};
gateway.bind(53, addresses.tunnel4, opened);
overTls.listen(853, addresses.echo4, opened);
for (const { own, socket } of domainServers) socket.bind(53, own, opened);
lists.listen(addresses.listPort, addresses.echo4, opened);
overHttps.listen(addresses.dohPort, addresses.echo4, opened);
