import { spawnSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { duplexPair } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import {
  delayedBy,
  openvpnReset,
  ports,
  resolver,
  server,
  highEntropyBytes,
  wireguardInitiation,
} from './probe-messages.ts';

/** Milliseconds until an exchange without a response counts as blocked. */
const timeoutMs = 2_000;
const [openvpnPort, probePort, wireguardPort] = ports.udp;
const [httpPort, tlsPort] = [80, ports.tcp[0]];

/** Exchanges without a tunnel by name. Each returns whether it passes, or throws; its arguments are those of the command line. */
export const probes = {
  async tcp(port: string) {
    const socket = connect({ host: server, port: Number(port), signal: AbortSignal.timeout(timeoutMs) });
    await once(socket, 'connect');
    return true;
  },
  async udp(port: string) {
    return exchange(await openUdp(Number(port)), 'probe');
  },
  async handshakes() {
    return (
      (await passes(openUdp(wireguardPort).then((socket) => exchange(socket, wireguardInitiation)))) ||
      (await passes(openUdp(openvpnPort).then((socket) => exchange(socket, openvpnReset))))
    );
  },
  random: () => returnsData(tlsPort, highEntropyBytes),
  /** A ClientHello of Node's OpenSSL for a server name. */
  async hello(name: string) {
    const [near, far] = duplexPair();
    connectTls({ socket: near, servername: name });
    const [clientHello] = (await once(far, 'data')) as [Buffer];
    return returnsData(tlsPort, clientHello);
  },
  /** Passes if OpenVPN still responds five seconds after its first response. */
  async probed() {
    await exchange(await openUdp(openvpnPort), openvpnReset);
    await sleep(5_000);
    return exchange(await openUdp(openvpnPort), openvpnReset);
  },
  website: () => returnsData(httpPort, get('/'), 'HTTP/1.1 200 '),
  /** 1 MB within the timeout. */
  async download() {
    let received = 0;
    for await (const chunk of exchangeOverTcp(httpPort, get('/bytes/1000000'))) received += chunk.length;
    return received >= 1_000_000;
  },
  async dns(name: string, address: string) {
    const client = new Resolver({ timeout: timeoutMs, tries: 1 });
    client.setServers([resolver]);
    return (await client.resolve4(name)).includes(address);
  },
  /** An unfragmented IPv4 packet of some bytes: 28 are headers. */
  large(size: string) {
    const ping = ['-c1', '-W2', '-Mdo', `-s${Number(size) - 28}`, server];
    return Promise.resolve(spawnSync('ping', ping, { stdio: 'ignore' }).status === 0);
  },
  /**
   * A response after some seconds. Two exchanges three seconds apart come first: Linux keeps a flow with several replies for two minutes,
   * and others for 30 s.
   */
  async late(seconds: string) {
    const socket = await openUdp(probePort);
    await exchange(socket, 'probe');
    await sleep(3_000);
    await exchange(socket, 'probe');
    return exchange(socket, delayedBy(Number(seconds)), Number(seconds) * 1_000 + timeoutMs);
  },
  /** Datagrams of which none is lost. */
  async burst(count: string) {
    const socket = await openUdp(probePort);
    for (let sent = 0; sent < Number(count); sent += 1) await exchange(socket, 'probe', 500);
    return true;
  },
  /** A request of a path: a captive portal accepts its client by it. */
  accept: (path: string) => returnsData(httpPort, get(path)),
};

/** Returns whether an exchange passes; false for an error of the network and for a timeout. Throws other errors. */
export async function passes(exchanged: Promise<boolean>): Promise<boolean> {
  try {
    return await exchanged;
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'AbortError';
    if (isTimeout || (error instanceof Error && 'syscall' in error)) return false;
    throw error;
  }
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: echo\r\nConnection: close\r\n\r\n`;

/** Returns whether the first data of the response to a message begins with `start`. */
async function returnsData(port: number, message: string | Buffer, start = ''): Promise<boolean> {
  for await (const chunk of exchangeOverTcp(port, message)) return chunk.toString('latin1').startsWith(start);
  return false;
}

/** Sends a message and yields what is received until the server closes. */
async function* exchangeOverTcp(port: number, message: string | Buffer): AsyncGenerator<Buffer> {
  const socket = connect({ host: server, port, signal: AbortSignal.timeout(timeoutMs) });
  socket.write(message);
  for await (const chunk of socket) yield chunk as Buffer;
}

async function openUdp(port: number): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.connect(port, server);
  await once(socket, 'connect');
  return socket;
}

/** Sends a datagram, and resolves with true when the next one arrives. */
async function exchange(socket: Socket, message: string | Buffer, maxMs = timeoutMs): Promise<boolean> {
  socket.send(message);
  await once(socket, 'message', { signal: AbortSignal.timeout(maxMs) });
  return true;
}
