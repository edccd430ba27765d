import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '@comet/foundation';
import { preloading } from '@comet/linux-network';
import { writeOpenvpnClientConfig } from '@comet/tunnel-config';
import type { Obfuscator } from './obfuscator.ts';
import { startObfuscator } from './obfuscator.linux.ts';
import type { OpenvpnFailure, OpenvpnTarget } from './openvpn.ts';
import { type OpenvpnClient, startOpenvpn } from './openvpn-client.ts';
import { failureOf } from './openvpn-end.ts';
import { leaseOfPush } from './openvpn-lease.ts';
import type { ManagementEvent } from './openvpn-management.ts';
import type { TunnelLease } from './tunnel-lease.ts';

/** Milliseconds until the first sign of the server, which several lost packets must fit in, and until it has let us in. */
const patience = { udp: 5_000, tcp: 6_000, tls: 10_000, shadowsocks: 10_000, obfs4: 12_000 } as const;
const longest = 20_000;
export interface OpenvpnOptions {
  /** The link that OpenVPN makes. */
  readonly link: string;
  readonly fwmark: number;
  readonly obfuscatorUid: number;
  /** Path of what is preloaded, if it is there. */
  readonly udpOffload: string;
  /** A folder that only root may enter. */
  readonly stateDir: string;
  /** PEM: our private CA, current and next. */
  readonly certificateAuthorities: readonly string[];
}

/** What runs for one tunnel. */
export interface Running {
  client: OpenvpnClient | null;
  obfuscator: Obfuscator | null;
  up: boolean;
  traffic: { readonly received: number; readonly sent: number };
}

export interface AttemptParts {
  readonly options: OpenvpnOptions;
  /** Path of the socket between this OpenVPN and us. */
  readonly socket: string;
  /** Whether nobody has given this attempt up. */
  isCurrent(): boolean;
  /** What runs has ended, or leads nowhere any more. */
  onEnd(failure: OpenvpnFailure): void;
  log(line: string): void;
}

/**
 * Starts OpenVPN, behind what hides it, and waits for the server to let us in. What it has started is in `own` at once, for whoever gives
 * it up.
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
      if (parts.isCurrent()) log(how);
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
    // `stdin` in place of a file makes OpenVPN ask us.
    ...(socks === null ? {} : { socksProxy: { port: socks.port, credentialsFile: 'stdin' } }),
  });
  if (!config.ok) {
    log(`openvpn: the gateway's ${config.error.field} is not of its form`);
    return err('bad_lease');
  }
  let lease: TunnelLease | null = null;
  let heard = false;

  function take(event: ManagementEvent): void {
    if (event.kind === 'traffic') own.traffic = event;
    if (event.kind === 'pushed') lease = leaseOfPush(event.options);
    if (event.kind === 'fatal') log(`openvpn: ${event.message}`);
    if (event.kind === 'refused') over('refused');
    if (event.kind !== 'state') return;
    if (event.state === 'AUTH') heard = true;
    if (event.state === 'RECONNECTING' && (heard || own.up)) over('no_answer');
    if (event.state === 'CONNECTED') resolve(lease === null ? err('bad_lease') : ok(lease));
  }

  function over(failure: OpenvpnFailure): void {
    resolve(err(failure));
    parts.onEnd(failure);
  }

  const { fwmark, udpOffload } = options;
  own.client = await startOpenvpn({
    program: 'openvpn',
    socket: parts.socket,
    config: config.value,
    fwmark,
    env: preloading(udpOffload),
    credentials: {
      Auth: [target.username, target.password],
      'SOCKS Proxy': socks === null ? null : [socks.username, socks.password],
    },
    onEvent: take,
    log: (line) => {
      if (parts.isCurrent()) log(line);
    },
  });
  if (!parts.isCurrent()) await own.client.stop();
  // It goes by itself when nothing was heard for long; whatever else ends it is a failure of its own.
  void own.client.ended.then((how) => over(failureOf(how)));
  const timers = new AbortController();
  void sleep(patience[offer.variant], undefined, timers).then(
    () => (heard ? undefined : resolve(err('no_answer'))),
    () => undefined,
  );
  void sleep(longest, undefined, timers).then(
    () => resolve(err('no_answer')),
    () => undefined,
  );
  const came = await promise;
  timers.abort();
  return came;
}
