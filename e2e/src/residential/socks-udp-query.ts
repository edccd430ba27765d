import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Run on a lab host: queries `whoami.comet.test` (TXT) at a resolver by UDP through a SOCKS5 proxy (RFC 1928 §7) and prints the answer,
 * the source address of the query. Exits with 1 after 5 s. Arguments: host and port of the proxy, user name, password, IPv6 address of
 * the resolver.
 */
const [host = '', port = '', username = '', password = '', resolver = ''] = process.argv.slice(2);

const control = connect({ host, port: Number(port) });
const deadline = setTimeout(() => process.exit(1), 5_000);
await once(control, 'connect');
const lengthPrefixed = (text: string) => Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
const udpAssociate = Buffer.of(5, 3, 0, 1, 0, 0, 0, 0, 0, 0);
control.write(
  Buffer.concat([Buffer.of(5, 1, 2, 1), lengthPrefixed(username), lengthPrefixed(password), udpAssociate]),
);
let received = Buffer.alloc(0);
while (received.length < 14) received = Buffer.concat([received, (await once(control, 'data'))[0] as Buffer]);
if (received[5] !== 0) throw new Error('No association was granted');

const names = ['whoami', 'comet', 'test'].flatMap((label) => [lengthPrefixed(label)]);
const query = Buffer.concat([
  Buffer.of(0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0),
  ...names,
  Buffer.of(0, 0, 16, 0, 1),
]);
const socket = createSocket('udp4').bind(0);
await once(socket, 'listening');
const framed = Buffer.concat([Buffer.of(0, 0, 0, 4), bytesOf(resolver), Buffer.of(0, 53), query]);
const send = () => socket.send(framed, received.readUInt16BE(12), host);
send();
setInterval(send, 500);
const [datagram] = (await once(socket, 'message')) as [Buffer];
clearTimeout(deadline);
// The reply ends with the text, preceded by its length.
const response = datagram.toString('latin1');
console.log(/[\da-f:.]+$/.exec(response)?.[0] ?? '');
process.exit(0);

/** The 16 bytes of an IPv6 address (RFC 4291 §2.2). */
function bytesOf(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const [first, last] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const all = [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}
