import { readFile, readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { bridgeForwarderPort } from '@comet/admission';
import packet from 'dns-packet';
import { addresses, apiFront } from './addresses.ts';
import { socks5Server } from './socks5-server.ts';

/**
 * The ways to the API over TLS, as one process in the namespace of the far side: the API's TLS endpoint, a resolver for DNS over HTTPS, SOCKS5
 * proxies with and without a password, a bridge's forwarder, and a server with the certificate of another host. `folder` contains the certificates.
 */
const [folder = ''] = process.argv.slice(2);
const read = (name: string) => ({
  cert: readFileSync(join(folder, `${name}.pem`)),
  key: readFileSync(join(folder, `${name}.key`)),
});

createTlsServer(read('api'), (client) => {
  const upstream = connect(addresses.apiPort, addresses.far);
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
  client.pipe(upstream).pipe(client);
}).listen(apiFront.port, apiFront.api);

createHttpsServer(read('liar'), (_, response) => {
  // The test asserts that no request arrives.
  process.stdout.write('lied\n');
  response.end('{}');
}).listen(apiFront.port, apiFront.liar);

createHttpsServer(read('resolver'), (request, response) => {
  // A static file, as on any web server.
  if (request.url?.endsWith('.txt') === true) {
    readFile(join(folder, basename(request.url)), (error, text) =>
      response.writeHead(error === null ? 200 : 404).end(text),
    );
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { questions = [] } = packet.decode(Buffer.concat(chunks));
    const answers = questions.flatMap(({ type, name }) =>
      type === 'A' ? [{ type: 'A' as const, name, ttl: 60, data: apiFront.api }] : [],
    );
    response.setHeader('content-type', 'application/dns-message');
    response.end(packet.encode({ type: 'response', id: 0, questions, answers }));
  });
}).listen(apiFront.port, apiFront.resolver);

const target = () => ({ host: apiFront.api, port: apiFront.port });
socks5Server(null, target).server.listen(apiFront.openProxyPort, apiFront.proxy);
socks5Server(apiFront.login, target).server.listen(apiFront.closedProxyPort, apiFront.proxy);
// The forwarder of a bridge.
createServer((client) => {
  const upstream = connect(target());
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
  client.pipe(upstream).pipe(client);
}).listen(bridgeForwarderPort, '127.0.0.1');
process.stdout.write('ready\n');
