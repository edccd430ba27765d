import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Sites on the internet that record source addresses. */

const sources = new Set<string>();

/** Starts a server that sends the number of bytes given in the first line. */
export async function serveBytes(address: string, port: number): Promise<void> {
  const server = createServer((socket) => {
    sources.add(socket.remoteAddress ?? '');
    socket.on('error', () => undefined);
    socket.once('data', (line: Buffer) => socket.end(Buffer.alloc(Number(line.toString()), 'x')));
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
}

/** Starts a resolver that answers each query over TCP with the source address as TXT record, and records sources of UDP queries. */
export async function serveNames(address: string): Promise<void> {
  const server = createServer((socket) => {
    sources.add(socket.remoteAddress ?? '');
    socket.on('error', () => undefined);
    socket.on('data', (received: Buffer) => {
      for (let rest = received; rest.length > 2; rest = rest.subarray(2 + rest.readUInt16BE(0))) {
        const reply = textReply(rest.subarray(2, 2 + rest.readUInt16BE(0)), socket.remoteAddress ?? '');
        const length = Buffer.alloc(2);
        length.writeUInt16BE(reply.length);
        socket.write(Buffer.concat([length, reply]));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(53, address, resolve));
  const datagrams = createSocket('udp4').on('message', (_query, from) => sources.add(from.address));
  await new Promise<void>((resolve) => datagrams.bind(53, address, resolve));
}

/** Returns the recorded source addresses. */
export function sourcesSeen(): string[] {
  return [...sources].toSorted();
}

function textReply(query: Buffer, text: string): Buffer {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
  const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, text.length + 1, text.length]);
  return Buffer.concat([header, question, record, Buffer.from(text)]);
}

/** Starts a resolver over UDP that answers every query for an A record with `ipv4`, and others without a record. */
export async function serveAddress(address: string, ipv4: string): Promise<void> {
  const datagrams = createSocket('udp4').on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 5;
    const isA = query.readUInt16BE(end - 4) === 1;
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0]);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ipv4.split('.').map(Number)]);
    const parts = [header, query.subarray(12, end), ...(isA ? [record] : [])];
    datagrams.send(Buffer.concat(parts), from.port, from.address);
  });
  await new Promise<void>((resolve) => datagrams.bind(53, address, resolve));
}
