import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv6, type Socket } from 'node:net';
import type { Clock } from '@comet/foundation';
import type { DnsQuery } from '../lab.ts';
import { parseQuery, writeReply, answerFrom, type Zone } from './dns-message.ts';

export interface DnsServerOptions {
  /** The resolver's addresses; each has its own socket, so that a reply is sent from the queried address. */
  addresses: readonly string[];
  zone: Zone;
  clock: Clock;
  /** Called with each query before its reply is sent. */
  record(query: DnsQuery): void;
}

/** Timeout in ms after which an idle TCP connection is closed. */
const TCP_IDLE = 10_000;
const PORT = 53;

/** Answers DNS on UDP and TCP (RFC 7766) until the process ends. Malformed queries get no reply. */
export async function startDnsServer(options: DnsServerOptions): Promise<void> {
  for (const server of options.addresses) {
    const reply = (message: Buffer, from: string, transport: DnsQuery['transport']): Buffer | null => {
      const question = parseQuery(message);
      if (question === null) return null;
      const at = options.clock.now().toISOString();
      const name = question.name.toLowerCase();
      options.record({ at, from, name, type: question.type, transport, server });
      return writeReply(question, answerFrom(options.zone, question, from));
    };
    await Promise.all([
      listenOnUdp(server, (message, from) => reply(message, from, 'udp')),
      listenOnTcp(server, (message, from) => reply(message, from, 'tcp')),
    ]);
  }
}

type Reply = (message: Buffer, from: string) => Buffer | null;

async function listenOnUdp(address: string, reply: Reply): Promise<void> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  socket.on('message', (message, asker) => {
    const response = reply(message, asker.address);
    // An unreachable client must not stop the resolver.
    if (response !== null) socket.send(response, asker.port, asker.address, () => {});
  });
  socket.bind(PORT, address);
  await once(socket, 'listening');
}

async function listenOnTcp(address: string, reply: Reply): Promise<void> {
  const server = createServer((socket) => serveConnection(socket, reply));
  server.listen(PORT, address);
  await once(server, 'listening');
}

/** Every message is preceded by its length in two bytes (RFC 1035 §4.2.2); a connection may carry many. */
function serveConnection(socket: Socket, reply: Reply): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.setTimeout(TCP_IDLE, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    pending = Buffer.concat([pending, bytes]);
    while (pending.length >= 2) {
      const end = 2 + pending.readUInt16BE(0);
      if (pending.length < end) return;
      const response = reply(pending.subarray(2, end), socket.remoteAddress ?? '');
      pending = pending.subarray(end);
      if (response === null) {
        socket.destroy();
        return;
      }
      const length = Buffer.alloc(2);
      length.writeUInt16BE(response.length);
      socket.write(Buffer.concat([length, response]));
    }
  });
}
