import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Run on a lab host: downloads through a proxy at a constant rate and prints the number of bytes received. curl's own rate limit lets ten
 * megabytes pass at once. Arguments: `http` or `socks`, host and port of the proxy, user name, password, IPv4 address and path of the site,
 * bytes per second.
 */
const [scheme = '', host = '', port = '', username = '', password = '', site = '', path = '', rate = ''] =
  process.argv.slice(2);

const socket = connect({ host, port: Number(port) });
socket.on('error', () => undefined);
await once(socket, 'connect');
const lengthPrefixed = (text: string) => Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
const basic = Buffer.from(`${username}:${password}`).toString('base64');
socket.write(
  scheme === 'http'
    ? `CONNECT ${site}:80 HTTP/1.1\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`
    : Buffer.concat([
        ...[Buffer.of(5, 1, 2, 1), lengthPrefixed(username), lengthPrefixed(password)],
        Buffer.of(5, 1, 0, 1, ...site.split('.').map(Number), 0, 80),
      ]),
);
const isOpen = (reply: Buffer) => (scheme === 'http' ? reply.includes('\r\n\r\n') : reply.length >= 14);
let reply = Buffer.alloc(0);
while (!isOpen(reply)) reply = Buffer.concat([reply, ((await once(socket, 'data')) as [Buffer])[0]]);
socket.pause();

socket.write(`GET ${path} HTTP/1.0\r\nHost: ${site}\r\n\r\n`);
const begun = performance.now();
let received = 0;
try {
  for await (const chunk of socket) {
    received += (chunk as Buffer).length;
    await sleep(Math.max(0, begun + (received * 1_000) / Number(rate) - performance.now()));
  }
} catch {
  // The proxy ends a connection by a reset.
}
// As a string: `console.log` colours numbers if colours are forced.
console.log(String(received));
