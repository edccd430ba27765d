import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIpv4 } from '@comet/foundation';

/** Queries that wait for a response; older ones are forgotten. */
const maxPending = 256;
const dnsPort = 53;
/** RFC 1035 §4.1.1: length in bytes. */
const headerLength = 12;

/** Forwards DNS queries from this machine to a server of the local network. */
export interface DnsForwarder {
  /** The port on 127.0.0.1. Every program could use it: rules must admit only one. */
  readonly listensAt: number;
  /** The local port of the packets to the server. */
  readonly sendsFrom: number;
  close(): void;
}

/** Starts a forwarder over UDP. Responses are accepted from `server` only, with the id of a query. */
export async function startDnsForwarder(server: string, port = dnsPort): Promise<DnsForwarder> {
  const local = await bound('udp4', '127.0.0.1');
  const upstream = await bound(isIpv4(server) ? 'udp4' : 'udp6');
  const pending = new Map<number, { readonly id: number; readonly from: number }>();

  local.on('message', (query, { port: from }) => {
    if (query.length < headerLength) return;
    const id = randomInt(0x1_00_00);
    const [oldest] = pending.keys();
    if (pending.size >= maxPending && oldest !== undefined) pending.delete(oldest);
    pending.set(id, { id: query.readUInt16BE(0), from });
    query.writeUInt16BE(id, 0);
    upstream.send(query, port, server, () => undefined);
  });
  upstream.on('message', (response, sender) => {
    if (response.length < headerLength || sender.address !== server || sender.port !== port) return;
    const id = response.readUInt16BE(0);
    const query = pending.get(id);
    if (query === undefined) return;
    pending.delete(id);
    response.writeUInt16BE(query.id, 0);
    local.send(response, query.from, '127.0.0.1', () => undefined);
  });
  return {
    listensAt: local.address().port,
    sendsFrom: upstream.address().port,
    close() {
      local.close();
      upstream.close();
    },
  };
}

async function bound(type: 'udp4' | 'udp6', address?: string): Promise<Socket> {
  const socket = createSocket(type);
  socket.bind(0, address);
  await once(socket, 'listening');
  // A refusal by a rule is no error of the daemon. The socket ends with it.
  socket.on('error', () => undefined);
  return socket.unref();
}
