import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { connect, createServer } from 'node:net';

/** Questions about the network, asked where this runs. */

/** Milliseconds in which a refusal comes even to a machine that has much else to do; who is not refused waits for all of them. */
const patience = 10_000;
/** How `askTcp` tells of a connection that was refused, and did not only come to nothing. */
const isRefusal = /^failed: .*(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/;

/** True when one of `count` echoes, a fifth of a second apart, comes back. */
export function ping(address: string, count = 5): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('ping', ['-n', '-c', String(count), '-i', '0.2', '-W', '1', address], (error) =>
      resolve(error === null),
    );
  });
}

/** How many of so many echoes come back, however long a busy machine takes for them. */
export function echoes(address: string, count: number): Promise<number> {
  const argv = ['-n', '-c', String(count), '-i', '0.2', '-W', '10', address];
  return new Promise((resolve) => {
    execFile('ping', argv, (_, said) => resolve(Number(/(\d+) received/.exec(said)?.[1])));
  });
}

/**
 * Waits until a ping answers as wished; gives the milliseconds it took, or null after half a minute. A WireGuard client
 * whose server has lost the session tries a new handshake after 15 seconds of silence.
 */
export async function untilPing(address: string, answers: boolean): Promise<number | null> {
  const from = performance.now();
  while (performance.now() - from < 30_000)
    if ((await ping(address, 1)) === answers) return performance.now() - from;
  return null;
}

/** A TCP server and a UDP one at each address that answer with the address and port of the client. */
export async function answerWithSource(addresses: readonly string[], port: number): Promise<void> {
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

/** What a TCP server says first, or how the connection failed. */
export function askTcp(address: string, port: number): Promise<string> {
  return askTcpWithin(address, port, 2_000);
}

/** The same with so many milliseconds' patience. */
export function askTcpWithin(address: string, port: number, patience: number): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ host: address, port, timeout: patience });
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.on('timeout', () => socket.destroy(new Error('timeout')));
    socket.on('close', () => resolve(text));
    socket.on('error', (error) => resolve(`failed: ${error.message}`));
  });
}

/** What a UDP server answers to a datagram from `localPort` (0 for any), or nothing within a second. */
export function askUdp(address: string, port: number, localPort: number): Promise<string> {
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

/** How many of `count` datagrams to as many ports are refused, as a browser's would be that tries all at once. */
export async function refusalsOfUdp(address: string, count: number): Promise<number> {
  const ports = Array.from({ length: count }, (_, index) => 443 + index);
  const words = await Promise.all(ports.map((port) => refusalOfUdp(address, port)));
  return words.filter((word) => word.includes('ECONNREFUSED')).length;
}

/** How many of `count` connections to as many ports are refused in so many words. */
export async function refusalsOfTcp(address: string, count: number): Promise<number> {
  const ports = Array.from({ length: count }, (_, index) => 443 + index);
  const words = await Promise.all(ports.map((port) => askTcpWithin(address, port, patience)));
  return words.filter((word) => isRefusal.test(word)).length;
}

/** How a datagram is refused, or nothing where that is not said. */
export function refusalOfUdp(address: string, port: number): Promise<string> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  return new Promise((resolve) => {
    const finish = (text: string) => {
      clearTimeout(timer);
      socket.close();
      resolve(text);
    };
    const timer = setTimeout(() => finish(''), patience);
    socket.on('error', ({ message }) => finish(message));
    socket.connect(port, address, () => socket.send('who am I'));
  });
}

/** The text that a resolver has for a name. */
export async function askText(resolver: string, name: string): Promise<string> {
  const asker = new Resolver({ timeout: 3_000, tries: 1 });
  asker.setServers([resolver]);
  return (await asker.resolveTxt(name)).flat().join();
}

/** How many bytes come of those that a site is asked for. */
export function fetchBytes(address: string, port: number, count: number): Promise<number> {
  return new Promise((resolve) => {
    let got = 0;
    const socket = connect({ host: address, port, timeout: 5_000 }, () => socket.write(`${count}\n`));
    socket.on('data', (part: Buffer) => {
      got += part.length;
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(got));
  });
}
