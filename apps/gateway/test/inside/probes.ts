import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { connect, createServer } from 'node:net';

/** Network probes, run inside a namespace. */

/** Maximum time in ms for a refusal to arrive, also on a busy machine. */
const refusalTimeout = 10_000;
/** Matches results of `queryTcp` for a refused connection, not for a timeout. */
const isRefusal = /^failed: .*(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/;

/** Resolves with whether one of `count` ping replies arrives; requests are sent every 200 ms. */
export function ping(address: string, count = 5): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('ping', ['-n', '-c', String(count), '-i', '0.2', '-W', '1', address], (error) =>
      resolve(error === null),
    );
  });
}

/** Resolves with the number of ping replies, with a long timeout for busy machines. */
export function echoes(address: string, count: number): Promise<number> {
  const argv = ['-n', '-c', String(count), '-i', '0.2', '-W', '10', address];
  return new Promise((resolve) => {
    execFile('ping', argv, (_, output) => resolve(Number(/(\d+) received/.exec(output)?.[1])));
  });
}

/**
 * Waits until a ping succeeds or fails, as given by `succeeds`; resolves with the elapsed ms, or null after 30 seconds. A WireGuard client
 * whose server has lost the session tries a new handshake after 15 seconds without a response.
 */
export async function untilPing(address: string, succeeds: boolean): Promise<number | null> {
  const from = performance.now();
  while (performance.now() - from < 30_000)
    if ((await ping(address, 1)) === succeeds) return performance.now() - from;
  return null;
}

/** Starts a TCP and a UDP server at each address, which answer with the address and port of the client. */
export async function replyWithSource(addresses: readonly string[], port: number): Promise<void> {
  for (const address of addresses) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(`${socket.remoteAddress} ${socket.remotePort}`);
    });
    await new Promise<void>((resolve) => server.listen(port, address, resolve));
    const datagrams = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    datagrams.on('message', (_message, from) =>
      datagrams.send(`${from.address} ${from.port}`, from.port, from.address),
    );
    await new Promise<void>((resolve) => datagrams.bind(port, address, resolve));
  }
}

/** Resolves with the bytes from a TCP server, or the reason of the failure. */
export function queryTcp(address: string, port: number): Promise<string> {
  return queryTcpWithin(address, port, 2_000);
}

/** Like `queryTcp`, with a timeout in ms and a local port (0 for any). */
export function queryTcpWithin(
  address: string,
  port: number,
  timeout: number,
  localPort = 0,
): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ host: address, port, localPort, timeout });
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.on('timeout', () => socket.destroy(new Error('timeout')));
    socket.on('close', () => resolve(text));
    socket.on('error', (error) => resolve(`failed: ${error.message}`));
  });
}

/** Sends bytes (in hex) to a TCP server; resolves with its reply in hex, when it closes the connection or after two seconds. */
export function sendTcp(address: string, port: number, hex: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = '';
    const socket = connect({ host: address, port }, () => socket.write(Buffer.from(hex, 'hex')));
    const timer = setTimeout(() => socket.destroy(), 2_000);
    socket.setEncoding('hex').on('data', (part: string) => {
      reply += part;
    });
    socket.on('error', (error) => (error.message.includes('ECONNRESET') ? undefined : reject(error)));
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(reply);
    });
  });
}

/** Resolves with the reply of a UDP server to a datagram from `localPort` (0 for any); empty after a second. */
export function queryUdp(address: string, port: number, localPort: number): Promise<string> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  return new Promise((resolve) => {
    const finish = (text: string) => {
      clearTimeout(timer);
      socket.close();
      resolve(text);
    };
    const timer = setTimeout(() => finish(''), 1_000);
    socket.on('message', (message) => finish(message.toString('utf8')));
    socket.on('error', (error) => finish(`failed: ${error.message}`));
    socket.bind(localPort, () => socket.send('who am I', port, address));
  });
}

/** Resolves with the number of refused datagrams to `count` ports, sent at once as by a browser. */
export async function refusalsOfUdp(address: string, count: number): Promise<number> {
  const ports = Array.from({ length: count }, (_, index) => 443 + index);
  const results = await Promise.all(ports.map((port) => refusalOfUdp(address, port)));
  return results.filter((result) => result.includes('ECONNREFUSED')).length;
}

/** Resolves with the number of explicitly refused connections to `count` ports. */
export async function refusalsOfTcp(address: string, count: number): Promise<number> {
  const ports = Array.from({ length: count }, (_, index) => 443 + index);
  const results = await Promise.all(ports.map((port) => queryTcpWithin(address, port, refusalTimeout)));
  return results.filter((result) => isRefusal.test(result)).length;
}

/** Resolves with the error for a refused datagram; empty without one. */
export function refusalOfUdp(address: string, port: number): Promise<string> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  return new Promise((resolve) => {
    const finish = (text: string) => {
      clearTimeout(timer);
      socket.close();
      resolve(text);
    };
    const timer = setTimeout(() => finish(''), refusalTimeout);
    socket.on('error', ({ message }) => finish(message));
    socket.connect(port, address, () => socket.send('who am I'));
  });
}

/** Resolves with the TXT record of a name. */
export async function queryTxt(resolver: string, name: string): Promise<string> {
  const dnsResolver = new Resolver({ timeout: 3_000, tries: 1 });
  dnsResolver.setServers([resolver]);
  return (await dnsResolver.resolveTxt(name)).flat().join();
}

/** Requests `count` bytes from a site; resolves with the number received. */
export function fetchBytes(address: string, port: number, count: number): Promise<number> {
  return new Promise((resolve) => {
    let received = 0;
    const socket = connect({ host: address, port, timeout: 5_000 }, () => socket.write(`${count}\n`));
    socket.on('data', (part: Buffer) => {
      received += part.length;
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}
