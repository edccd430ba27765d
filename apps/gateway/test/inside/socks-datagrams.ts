import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parseIp } from '@comet/foundation';

/** A SOCKS5 client that sends datagrams (RFC 1928 §7). */

interface Association {
  readonly control: Socket;
  readonly datagrams: DatagramSocket;
  readonly proxy: string;
  readonly port: number;
}

const associations = new Map<number, Association>();
let last = 0;

/** Opens an association without announcing a port; resolves with its number, or with the code of the refusal as a negative number. */
export async function associate(proxy: string): Promise<number> {
  const control = connect(1_080, proxy);
  control.on('error', () => undefined);
  control.write(Buffer.of(5, 1, 0));
  await once(control, 'data');
  control.write(Buffer.of(5, 3, 0, 1, 0, 0, 0, 0, 0, 0));
  const [reply] = (await once(control, 'data')) as [Buffer];
  const code = reply[1] ?? 255;
  if (code !== 0) {
    control.destroy();
    return -code;
  }
  control.resume();
  const datagrams = createSocket(proxy.includes(':') ? 'udp6' : 'udp4');
  datagrams.on('error', () => undefined);
  last += 1;
  associations.set(last, { control, datagrams, proxy, port: reply.readUInt16BE(reply.length - 2) });
  return last;
}

/** Ends the connection of an association; its datagrams can still be sent. */
export async function endControl(id: number): Promise<void> {
  const { control } = find(id);
  if (control.closed) return;
  control.destroy();
  await once(control, 'close');
}

export function isOpen(id: number): boolean {
  return !find(id).control.closed;
}

/** Sends a datagram to a host, as the fragment of this number; resolves with the content of the reply, empty after a second. */
export async function exchange(
  id: number,
  host: string,
  port: number,
  content: string,
  fragment = 0,
): Promise<string> {
  const { datagrams, proxy, port: to } = find(id);
  const number = Buffer.of(port >> 8, port & 255);
  const message = [Buffer.of(0, 0, fragment), addressOf(host), number, Buffer.from(content)];
  datagrams.send(Buffer.concat(message), to, proxy);
  const signal = AbortSignal.timeout(1_000);
  try {
    const [reply] = (await once(datagrams, 'message', { signal })) as [Buffer];
    return reply.subarray(reply[3] === 4 ? 22 : 10).toString();
  } catch {
    return '';
  }
}

function find(id: number): Association {
  const found = associations.get(id);
  if (found === undefined) throw new Error(`there is no association ${id}`);
  return found;
}

function addressOf(host: string): Buffer {
  const ip = parseIp(host);
  if (ip === null) return Buffer.of(3, host.length, ...Buffer.from(host));
  return Buffer.of(ip.bytes.length === 4 ? 1 : 4, ...ip.bytes);
}
