import { Agent, request } from 'node:https';
import { connect, type TLSSocket } from 'node:tls';
import { proofOf, type ProofPurpose } from '@comet/admission';
import { type Admittance, admittance, admissionPath } from '@comet/contract';
import {
  generateWireguardKeyPair,
  openWireguardDevice,
  runIp,
  type WireguardDevice,
} from '@comet/linux-network';
import * as z from 'zod/mini';

/** A customer's machine, without the daemon: requests admission and configures a tunnel. */

export interface AdmissionEndpoint {
  readonly host: string;
  readonly port: number;
  readonly serverName: string;
  readonly certificateAuthority: string;
}

export interface Reply {
  readonly status: number;
  /** The code of a refusal; empty without one. */
  readonly code: string;
  readonly admittance: Admittance | null;
}

const agents = new Map<string, Agent>();
const devices = new Map<string, WireguardDevice>();

export function newKeyPair(): { privateKey: string; publicKey: string } {
  return generateWireguardKeyPair();
}

/** Sends a ticket with a proof by `privateKey`, on a kept-alive connection. */
export async function requestAdmission(
  admissionEndpoint: AdmissionEndpoint,
  purpose: ProofPurpose,
  given: { ticket: string; publicKey: string; privateKey: string; serverPublicKey: string },
): Promise<Reply> {
  const keys = { privateKey: given.privateKey, peerPublicKey: given.serverPublicKey };
  const proof = proofOf(keys, purpose, given.ticket);
  const body = { ticket: given.ticket, public_key: given.publicKey, proof };
  return send(
    admissionEndpoint,
    purpose === 'present' ? 'POST' : 'DELETE',
    admissionPath,
    JSON.stringify(body),
  );
}

/** Sends an arbitrary request. */
export function send(
  admissionEndpoint: AdmissionEndpoint,
  method: string,
  path: string,
  body: string,
): Promise<Reply> {
  const agent = agents.get(admissionEndpoint.certificateAuthority) ?? new Agent({ keepAlive: true });
  agents.set(admissionEndpoint.certificateAuthority, agent);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: admissionEndpoint.host,
        port: admissionEndpoint.port,
        servername: admissionEndpoint.serverName,
        ca: admissionEndpoint.certificateAuthority,
        method,
        path,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve(replyOf(response.statusCode ?? 0, text)));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function replyOf(status: number, text: string): Reply {
  const body = text === '' ? null : (JSON.parse(text) as { error?: { code: string } });
  return {
    status,
    code: body?.error?.code ?? '',
    admittance: status === 200 ? z.decode(admittance, body as never) : null,
  };
}

/** Opens connections that send incomplete requests; resolves with the number still open after `milliseconds`. */
export async function slowLoris(
  admissionEndpoint: AdmissionEndpoint,
  count: number,
  milliseconds: number,
): Promise<number> {
  const sockets: TLSSocket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = connect({
      host: admissionEndpoint.host,
      port: admissionEndpoint.port,
      servername: admissionEndpoint.serverName,
      ca: admissionEndpoint.certificateAuthority,
    });
    socket.on('error', () => undefined);
    socket.resume();
    socket.once('secureConnect', () =>
      socket.write(`POST ${admissionPath} HTTP/1.1\r\nHost: x\r\nContent-Le`),
    );
    sockets.push(socket);
  }
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  const open = sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  for (const socket of sockets) socket.destroy();
  return open;
}

/** Opens connections from a local address at once, and closes them; resolves with the number of completed TLS handshakes. */
export async function handshakes(
  { host, port, serverName, certificateAuthority }: AdmissionEndpoint,
  localAddress: string,
  count: number,
): Promise<number> {
  const options = { host, port, servername: serverName, ca: certificateAuthority, localAddress };
  const results = Array.from(
    { length: count },
    () =>
      new Promise<number>((resolve) => {
        let isSecure = 0;
        const socket = connect(options, () => {
          isSecure = 1;
          socket.destroy();
        });
        socket.on('error', () => undefined);
        socket.on('close', () => resolve(isSecure));
      }),
  );
  return (await Promise.all(results)).reduce((sum, one) => sum + one, 0);
}

/** Opens a tunnel to the gateway, with routes to `through` (CIDRs). */
export async function raiseTunnel(
  name: string,
  wireguardGo: string,
  privateKey: string,
  admitted: Admittance,
  endpoint: string,
  through: readonly string[],
): Promise<void> {
  const device = await openWireguardDevice({
    name,
    mtu: admitted.mtu,
    implementation: 'userspace',
    wireguardGo,
  });
  devices.set(name, device);
  await device.configure({ privateKey });
  await device.apply({
    set: [
      {
        publicKey: admitted.serverPublicKey,
        endpoint,
        allowedIps: ['0.0.0.0/0', '::/0'],
        persistentKeepalive: 1,
      },
    ],
  });
  await runIp([
    { kind: 'address-add', address: `${admitted.ipv4}/32`, link: name },
    { kind: 'address-add', address: `${admitted.ipv6}/128`, link: name },
    { kind: 'link-up', link: name },
    ...through.map((to) => ({
      kind: 'route-replace' as const,
      family: to.includes(':') ? (6 as const) : (4 as const),
      to,
      link: name,
    })),
  ]);
}

export async function lowerTunnel(name: string): Promise<void> {
  await devices.get(name)?.close();
  devices.delete(name);
}
