import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@comet/foundation/log';
import { err, ok, type Result, isIpv4, isIpv6 } from '@comet/foundation';
import { preloadEnvironment } from '@comet/linux-network';
import { writeOpenvpnClientConfig } from '@comet/tunnel-config';
import type { TunnelLease } from '../../model/session.ts';
import type { Obfuscator } from '../obfuscation/obfuscator.ts';
import { startObfuscator } from '../obfuscation/obfuscator.linux.ts';
import { type Negotiated, type OpenvpnFailure, type OpenvpnTarget, failureOf } from './openvpn.ts';
import { type OpenvpnClient, startOpenvpn } from './openvpn-client.ts';
import type { ManagementEvent } from './openvpn-management.ts';
import { hasTunnelAddresses } from './tunnel-lease.ts';

const usualMtu = 1500;

const maxResolvers = 3;

/**
 * Parses the options that a server pushes (openvpn(8), PUSH_REPLY: options divided by commas): one address of each family, resolvers, MTU.
 * Other options are ignored. Null if there is no usable address of both families, no resolver, or an address that is not one of a tunnel.
 */
export function leaseOfPush(options: string): TunnelLease | null {
  const lines = options.split(',').map((option) => option.trim().split(/\s+/));
  const first = (name: string): string | undefined => lines.find(([word]) => word === name)?.[1];
  const ipv4 = first('ifconfig');
  const ipv6 = first('ifconfig-ipv6')?.split('/')[0];
  const dns = lines
    .filter(([word, kind, server]) => word === 'dhcp-option' && kind === 'DNS' && isIpv4(server ?? ''))
    .map(([, , server = '']) => server);
  if (ipv4 === undefined || !isIpv4(ipv4) || ipv6 === undefined || !isIpv6(ipv6) || dns.length === 0)
    return null;
  const lease = { ipv4, ipv6, dns: dns.slice(0, maxResolvers), mtu: mtuOf(first('tun-mtu')) };
  return hasTunnelAddresses(lease) ? lease : null;
}

function mtuOf(text: string | undefined): number {
  if (text === undefined || !/^\d{3,4}$/.test(text)) return usualMtu;
  return Math.min(usualMtu, Math.max(1280, Number(text)));
}

/** Timeouts in ms for the first packet of the server, enough for several lost packets, and for the login. */
const timeout = { udp: 5_000, tcp: 6_000, tls: 10_000, shadowsocks: 10_000, obfs4: 12_000 } as const;
const maxConnectMs = 20_000;
export interface OpenvpnOptions {
  /** The name of OpenVPN's link. */
  readonly link: string;
  readonly fwmark: number;
  readonly obfuscatorUid: number;
  /** Path of the preloaded library, if it exists. */
  readonly udpOffload: string;
  /** A folder that only root may enter. */
  readonly stateDir: string;
  /** PEM: our private CA, current and next. */
  readonly certificateAuthorities: readonly string[];
}

/** The processes of one tunnel. */
export interface Running {
  client: OpenvpnClient | null;
  obfuscator: Obfuscator | null;
  up: boolean;
  traffic: { readonly received: number; readonly sent: number };
  negotiated: Negotiated;
}

export interface AttemptParts {
  readonly options: OpenvpnOptions;
  /** Path of the socket between this OpenVPN and us. */
  readonly socket: string;
  /** Whether the attempt is still wanted. */
  isCurrent(): boolean;
  /** A process has ended, or the tunnel has no path any more. */
  onEnd(failure: OpenvpnFailure): void;
  readonly log: Log;
}

/**
 * Starts OpenVPN, behind its obfuscator, and waits until the server admits it. Started processes are in `own` at once, so that the caller
 * can end them.
 */
export async function attemptOpenvpn(
  own: Running,
  target: OpenvpnTarget,
  parts: AttemptParts,
): Promise<Result<TunnelLease, OpenvpnFailure>> {
  const { options, log } = parts;
  const { promise, resolve } = Promise.withResolvers<Result<TunnelLease, OpenvpnFailure>>();
  const { offer } = target;
  if (offer.variant !== 'udp' && offer.variant !== 'tcp') {
    const server = { ...target, offer };
    own.obfuscator = await startObfuscator(server, { ...options, uid: options.obfuscatorUid });
    if (!parts.isCurrent()) await own.obfuscator.stop();
    void own.obfuscator.ended.then((how) => {
      if (parts.isCurrent()) log.warn({ how }, 'The obfuscator ended');
      resolve(err('program_failed'));
      parts.onEnd('program_failed');
    });
  }
  const remote = own.obfuscator?.remote ?? { address: target.address, port: offer.port };
  const socks = own.obfuscator?.socks ?? null;
  const config = writeOpenvpnClientConfig({
    remote: { ...remote, transport: offer.variant === 'udp' ? 'udp' : 'tcp' },
    serverName: target.serverName,
    certificateAuthorities: options.certificateAuthorities,
    tlsCryptV2ClientKey: target.tlsCryptV2ClientKey,
    device: options.link,
    // With `stdin` instead of a file, OpenVPN queries the management interface.
    ...(socks === null ? {} : { socksProxy: { port: socks.port, credentialsFile: 'stdin' } }),
  });
  if (!config.ok) {
    log.error({ field: config.error.field }, 'The gateway sent a malformed field for OpenVPN');
    return err('bad_lease');
  }
  let lease: TunnelLease | null = null;
  let received = false;

  function onEvent(event: ManagementEvent): void {
    if (event.kind === 'traffic') own.traffic = event;
    if (event.kind === 'data-cipher') own.negotiated = { ...own.negotiated, cipher: event.cipher };
    if (event.kind === 'tls-handshake') own.negotiated = { ...own.negotiated, lastHandshake: event.at };
    if (event.kind === 'pushed') lease = leaseOfPush(event.options);
    if (event.kind === 'fatal') log.error({ reason: event.message }, 'OpenVPN failed');
    if (event.kind === 'refused') fail('refused');
    if (event.kind !== 'state') return;
    if (event.state === 'AUTH') received = true;
    if (event.state === 'RECONNECTING' && (received || own.up)) fail('no_response');
    if (event.state === 'CONNECTED') resolve(lease === null ? err('bad_lease') : ok(lease));
  }

  function fail(failure: OpenvpnFailure): void {
    resolve(err(failure));
    parts.onEnd(failure);
  }

  const { fwmark, udpOffload } = options;
  own.client = await startOpenvpn({
    program: 'openvpn',
    socket: parts.socket,
    config: config.value,
    fwmark,
    env: preloadEnvironment(udpOffload),
    credentials: {
      Auth: [target.username, target.password],
      'SOCKS Proxy': socks === null ? null : [socks.username, socks.password],
    },
    onEvent,
    onEnd: (how) => {
      if (parts.isCurrent()) log.info({ how }, 'OpenVPN ended');
    },
  });
  if (!parts.isCurrent()) await own.client.stop();
  // OpenVPN ends when it has received nothing for long; any other end is a failure.
  void own.client.ended.then((how) => fail(failureOf(how)));
  const timers = new AbortController();
  void sleep(timeout[offer.variant], undefined, timers).then(
    () => (received ? undefined : resolve(err('no_response'))),
    () => undefined,
  );
  void sleep(maxConnectMs, undefined, timers).then(
    () => resolve(err('no_response')),
    () => undefined,
  );
  const result = await promise;
  timers.abort();
  return result;
}
