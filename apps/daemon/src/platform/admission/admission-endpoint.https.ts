import { createSocket } from 'node:dgram';
import type { Agent, RequestOptions } from 'node:https';
import { type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  admittance,
  admissionErrorCodeIn,
  admissionPath,
  type Presentation,
  presentation,
} from '@comet/contract';
import { err, jsonOf, ok, type Result, isIpv6 } from '@comet/foundation';
import * as z from 'zod/mini';
import type { Gateway } from '../../model/gateway.ts';
import { hasTunnelAddresses } from '../openvpn/tunnel-lease.ts';
import type { AdmissionEndpoint, AdmissionFailure } from './admission-endpoint.ts';
import type { CertificateClock } from './certificate-clock.ts';
import { checkName } from './certificate-name.ts';

/** The source address of a new connection to an IP address; null if there is no route. Sends no packet. */
export function sourceTowards(address: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createSocket(isIpv6(address) ? 'udp6' : 'udp4');
    const finish = (source: string | null): void => {
      socket.close();
      resolve(source);
    };
    socket.once('error', () => finish(null));
    socket.connect(port, address, () => finish(socket.address().address));
  });
}

const measureTimeout = 1_500;

/** Time in ms to establish a TCP connection; null if it fails. */
function connectTime(host: string, port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const start = performance.now();
    const socket = connect({ host, port, timeout: measureTimeout });
    const finish = (time: number | null): void => {
      socket.destroy();
      resolve(time);
    };
    socket.once('connect', () => finish(performance.now() - start));
    socket.once('timeout', () => finish(null));
    socket.once('error', () => finish(null));
  });
}

/** Maximum size of a response in bytes. */
const maxResponseLength = 16 * 1024;

interface AdmissionReply {
  readonly status: number;
  readonly body: string;
}

interface AdmissionNoReply {
  readonly detail: string;
  /** Whether an idle connection was found to be closed: the gateway has not received the request. */
  readonly wasReused: boolean;
  /** The error of the connection; absent if it ended without one. */
  readonly cause?: Error;
  readonly isTlsBlocked: boolean;
}

/** Sends one request. Resolves when the response arrives or the exchange fails. */
function callAdmission(
  options: RequestOptions,
  body: string,
): Promise<Result<AdmissionReply, AdmissionNoReply>> {
  return new Promise((resolve) => {
    let isTlsBlocked = false;
    const call = process.getBuiltinModule('node:https').request(options, (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxResponseLength) response.destroy(new Error('the response is too long'));
        else chunks.push(chunk);
      });
      response.on('end', () =>
        resolve(ok({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') })),
      );
      response.on('error', (error) =>
        resolve(err({ detail: error.message, wasReused: false, isTlsBlocked })),
      );
    });
    call.on('socket', (socket) => {
      socket.once('connect', () => (isTlsBlocked = true));
      socket.once('secureConnect', () => (isTlsBlocked = false));
    });
    call.on('error', (error) =>
      resolve(
        err({
          detail: error.message,
          cause: error,
          isTlsBlocked,
          wasReused:
            call.reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE'),
        }),
      ),
    );
    // Ends the call in every case, also after a protocol switch by the gateway.
    call.on('close', () =>
      resolve(err({ detail: 'the connection ended without an answer', wasReused: false, isTlsBlocked })),
    );
    call.end(body);
  });
}

/** Timeout in ms for a whole exchange. */
const exchangeTimeout = 4_000;
/**
 * Time in ms, besides four round trips, for a response on an idle connection before another one is opened: packets are lost silently after
 * a change of network, or when a router has dropped its state.
 */
const staleAfter = 250;
/** Keep-alive interval of an idle connection in ms. Node's default, one packet per second, would prevent a radio from sleeping. */
const keepAliveMsecs = 60_000;

/** `certificateAuthorities`: our private CA, current and next, as PEM. No other CA is trusted here. */
export function httpsAdmission(
  certificateAuthorities: readonly string[],
  sourceOf: typeof sourceTowards = sourceTowards,
  certificateClock?: Pick<CertificateClock, 'failed'>,
): AdmissionEndpoint {
  /**
   * Agents by the certificate name that an admission endpoint must have. Separate agents prevent the use of a connection or a TLS session
   * of one endpoint for another; and Node keeps no connection whose check was given with the request.
   */
  const agents = new Map<string, Agent>();

  function agentFor({ serverName }: Gateway): Agent {
    const known = agents.get(serverName);
    if (known !== undefined) return known;
    const { Agent } = process.getBuiltinModule('node:https');
    const agent = new Agent({
      keepAlive: true,
      keepAliveMsecs,
      maxSockets: 4,
      maxFreeSockets: 4,
      ca: [...certificateAuthorities],
      minVersion: 'TLSv1.3',
      // Sends no SNI: a name in the ClientHello would reveal the gateway to every network on the path.
      servername: '',
      checkServerIdentity: (_, { raw }) => checkName(raw, serverName),
    });
    agents.set(serverName, agent);
    return agent;
  }

  const roundTrips = new Map<string, number>();
  /** Connections that are being opened in advance, by gateway. */
  const openings = new Map<string, { readonly done: Promise<unknown>; readonly leave: AbortController }>();
  const replyTimeout = (id: string): number => Math.ceil(staleAfter + 4 * (roundTrips.get(id) ?? 0));

  /** Number of idle connections to this admission endpoint. */
  function waiting(gateway: Gateway): number {
    const at = `${gateway.address}:${gateway.admissionPort}:`;
    return Object.entries(agents.get(gateway.serverName)?.freeSockets ?? {})
      .filter(([name]) => name.startsWith(at))
      .reduce((sum, [, sockets]) => sum + (sockets?.length ?? 0), 0);
  }

  /** Waits for a pending connection to this admission endpoint until its timeout: a second one would not be faster. */
  async function opened({ id }: Gateway): Promise<void> {
    const opening = openings.get(id);
    if (opening === undefined) return;
    const over = new AbortController();
    const late = sleep(replyTimeout(id), null, { signal: over.signal }).catch(() => null);
    await Promise.race([opening.done, late]).finally(() => over.abort());
  }

  /** One exchange. If the gateway has closed an idle connection, or its path is broken, the exchange is repeated on a new one. */
  async function exchange(gateway: Gateway, method: string, path: string, body: string, signal: AbortSignal) {
    const options: RequestOptions = {
      host: gateway.address,
      port: gateway.admissionPort,
      servername: '',
      agent: agentFor(gateway),
      method,
      path,
      headers: {
        host: gateway.serverName,
        'content-length': Buffer.byteLength(body),
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(exchangeTimeout)]),
    };
    await opened(gateway);
    const call = async (options: RequestOptions) => {
      const reply = await callAdmission(options, body);
      if (!reply.ok) certificateClock?.failed(reply.error.cause);
      return reply;
    };
    if (waiting(gateway) === 0) return call(options);
    const timeout = AbortSignal.timeout(replyTimeout(gateway.id));
    const limited = AbortSignal.any([timeout, signal]);
    const first = await call({ ...options, signal: limited });
    if (first.ok || signal.aborted || !(first.error.wasReused || timeout.aborted)) return first;
    // Other idle connections of this agent are as old.
    agentFor(gateway).destroy();
    return call(options);
  }

  async function sendPresentation(method: string, gateway: Gateway, body: Presentation, signal: AbortSignal) {
    const reply = await exchange(
      gateway,
      method,
      admissionPath,
      JSON.stringify(z.encode(presentation, body)),
      signal,
    );
    if (!reply.ok) {
      const { detail, isTlsBlocked } = reply.error;
      return err<AdmissionFailure>({ kind: 'unreachable', detail, isTlsBlocked });
    }
    if (reply.value.status >= 400)
      return err<AdmissionFailure>({
        kind: 'refused',
        code: admissionErrorCodeIn(jsonOf(reply.value.body)),
      });
    return ok(reply.value);
  }

  async function open(gateway: Gateway): Promise<void> {
    const leave = new AbortController();
    const opening = { done: exchange(gateway, 'GET', '/', '', leave.signal), leave };
    openings.set(gateway.id, opening);
    await opening.done;
    if (openings.get(gateway.id) === opening) openings.delete(gateway.id);
  }

  async function measure({ id, address, admissionPort }: Gateway): Promise<number | null> {
    const time = await connectTime(address, admissionPort);
    if (time === null) roundTrips.delete(id);
    else roundTrips.set(id, time);
    return time;
  }

  return {
    async present(gateway, body, signal) {
      const reply = await sendPresentation('POST', gateway, body, signal);
      if (!reply.ok) return reply;
      const parsed = z.safeDecode(admittance, jsonOf(reply.value.body) as never);
      if (!parsed.success) return err({ kind: 'unreachable', detail: 'the answer is not an admittance' });
      // The list is signed, the response is not: the key that ends the tunnel comes only from the list.
      if (parsed.data.serverPublicKey !== gateway.wireguardPublicKey)
        return err({
          kind: 'unreachable',
          detail: 'the gateway answered with another key than the list has',
        });
      const { ipv4, ipv6, dns, filters = [] } = parsed.data;
      if (!hasTunnelAddresses({ ipv4, ipv6, dns: [...dns, ...filters.map(({ address }) => address)] }))
        return err({ kind: 'unreachable', detail: 'the gateway gave addresses that no tunnel has' });
      return ok(parsed.data);
    },
    async release(gateway, body, signal) {
      const reply = await sendPresentation('DELETE', gateway, body, signal);
      return reply.ok ? ok(null) : reply;
    },
    async warm(gateway) {
      if (waiting(gateway) === 0 && !openings.has(gateway.id)) await open(gateway);
      // A measurement during a network change has no result.
      if (waiting(gateway) > 0 && !roundTrips.has(gateway.id)) await measure(gateway);
    },
    openAt: (gateway) => (waiting(gateway) > 0 ? (roundTrips.get(gateway.id) ?? null) : null),
    forget() {
      for (const agent of agents.values()) agent.destroy();
    },
    async closeStaleConnections() {
      // Pending connections have no local address yet; a restart of one costs little.
      for (const { leave } of openings.values()) leave.abort();
      openings.clear();
      const waiting = [...agents.values()].flatMap(({ freeSockets }) => Object.values(freeSockets).flat());
      await Promise.all(
        waiting.map(async (socket: Socket | undefined) => {
          const { localAddress, remoteAddress = '', remotePort = 0 } = socket ?? {};
          if ((await sourceOf(remoteAddress, remotePort)) !== localAddress) socket?.destroy();
        }),
      );
    },
    measure,
  };
}
