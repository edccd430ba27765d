import { connect, createServer, type Server, type Socket } from 'node:net';
import { formatIp } from '@comet/foundation';

/** A fake provider: a SOCKS5 or HTTP proxy that connects from its own address. */

interface Provider {
  readonly server: Server;
  readonly open: Set<Socket>;
  /** Whether it accepts connections without responding. */
  isMute: boolean;
}

const providers = new Map<number, Provider>();
/** User names by destination. */
const users = new Map<string, Set<string>>();

const password = 'of-the-provider';

/** Listens at `address`, which is also its source address. */
export async function startProvider(
  protocol: 'http' | 'socks5',
  address: string,
  port: number,
): Promise<void> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const track = (socket: Socket): Socket => {
      open.add(socket.on('error', () => client.destroy()));
      return socket.on('close', () => open.delete(socket));
    };
    const dial = (user: string, host: string, to: number): Promise<Socket> => {
      const destination = `${host} ${to}`;
      users.set(destination, (users.get(destination) ?? new Set()).add(user));
      const upstream = track(connect({ host, port: to, localAddress: address }));
      // Only after the received bytes are sent: the client may read slowly.
      upstream.on('close', () => client.destroySoon());
      client.on('close', () => upstream.destroy());
      return new Promise((resolve) => upstream.once('connect', () => resolve(upstream)));
    };
    track(client);
    if (providers.get(port)?.isMute === true) return;
    void (protocol === 'http' ? serveHttp(client, dial) : serveSocks(client, dial));
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  providers.set(port, { server, open, isMute: false });
}

/** Closes the endpoint and its connections. */
export function fail(port: number): void {
  const { server, open } = providers.get(port) ?? { server: null, open: [] };
  server?.close();
  for (const socket of open) socket.destroy();
}

/** Sets whether the endpoint accepts connections without responding. */
export function mute(port: number, isMute: boolean): void {
  const provider = providers.get(port);
  if (provider === undefined) return;
  provider.isMute = isMute;
  for (const socket of provider.open) if (isMute) socket.pause();
}

/** Returns the user names that requested an address so far. */
export function usersFor(host: string, port: number): string[] {
  return [...(users.get(`${host} ${port}`) ?? [])];
}

type Dial = (user: string, host: string, port: number) => Promise<Socket>;

async function serveHttp(client: Socket, dial: Dial): Promise<void> {
  const head = (await read(client)).toString('latin1');
  const [, host = '', port] = /^CONNECT ([0-9.]+):(\d+) HTTP\/1\.1\r\n/.exec(head) ?? [];
  const [, basic = ''] = /\r\nProxy-Authorization: Basic (\S+)\r\n/.exec(head) ?? [];
  const [user = '', secret] = Buffer.from(basic, 'base64').toString().split(':');
  if (secret !== password) return void client.end('HTTP/1.1 407 No\r\n\r\n');
  join(client, await dial(user, host, Number(port)), Buffer.from('HTTP/1.1 200 Yes\r\n\r\n'));
}

/** The client waits for each response, so each read is a complete message (RFC 1928, RFC 1929). */
async function serveSocks(client: Socket, dial: Dial): Promise<void> {
  await read(client);
  client.write(Buffer.of(5, 2));
  const login = await read(client);
  const nameEnd = 2 + login.readUInt8(1);
  const isAuthenticated = login.toString('latin1', nameEnd + 1) === password;
  client.write(Buffer.of(1, isAuthenticated ? 0 : 1));
  if (!isAuthenticated) return void client.end();
  const user = login.toString('latin1', 2, nameEnd);
  const request = await read(client);
  const host = formatIp({ family: 4, bytes: [...request.subarray(4, 8)] });
  join(client, await dial(user, host, request.readUInt16BE(8)), Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
}

function read(client: Socket): Promise<Buffer> {
  return new Promise((resolve) => client.once('data', resolve));
}

function join(client: Socket, upstream: Socket, greeting: Buffer): void {
  client.write(greeting);
  client.pipe(upstream);
  upstream.pipe(client);
}
