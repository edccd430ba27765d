import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '@comet/foundation';
import { type NetworkShell, preloading } from '@comet/linux-network';
import { writeOpenvpnClientConfig } from '@comet/tunnel-config';
import type { Openvpn, OpenvpnFailure, OpenvpnTarget } from './openvpn.ts';
import { type OpenvpnClient, startOpenvpn } from './openvpn-client.ts';
import { failureOf } from './openvpn-end.ts';
import { leaseOfPush } from './openvpn-lease.ts';
import type { ManagementEvent } from './openvpn-management.ts';
import type { Obfuscator } from './obfuscator.ts';
import { startObfuscator } from './obfuscator.linux.ts';
import type { TunnelLease } from './tunnel-lease.ts';

/** Milliseconds until the first sign of the server, which several lost packets must fit in, and until it has let us in. */
const patience = { udp: 5_000, tcp: 6_000, tls: 10_000, shadowsocks: 10_000, obfs4: 12_000 } as const;
const longest = 20_000;
/**
 * Names that the sockets between OpenVPN and us take in turn. Closing one removes its path a moment later; under one name that would be
 * the path of the next, whose OpenVPN then finds nobody to talk to and ends.
 */
const MOST_SOCKETS = 8;
/** Milliseconds for the last word of OpenVPN, which it says at once, and for the program that hides it to pass it on. */
const lastWord = 30;

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
interface Running {
  client: OpenvpnClient | null;
  obfuscator: Obfuscator | null;
  up: boolean;
  traffic: { readonly received: number; readonly sent: number };
}

export function linuxOpenvpn(
  shell: Pick<NetworkShell, 'runIp' | 'renewAfter'>,
  options: OpenvpnOptions,
  log: (line: string) => void,
): Openvpn {
  const listeners = new Set<(failure: OpenvpnFailure) => void>();
  let running: Running | null = null;
  let starts = 0;

  let stopped: Promise<void> = Promise.resolve();

  async function stop({ client, obfuscator }: Running): Promise<void> {
    await client?.stop();
    await obfuscator?.stop();
  }

  /** Resolves when nothing runs any more, also of what an earlier call is still stopping. */
  function lower(): Promise<void> {
    const ending = running;
    running = null;
    if (ending !== null) stopped = stopped.catch(() => undefined).then(() => stop(ending));
    return stopped;
  }

  /** Ends this try and no other: the next may have begun. */
  async function giveUp(own: Running): Promise<void> {
    if (running === own) await lower();
  }

  /** A tunnel that was up is over; one that was not, or was lowered, ends where it is waited for. */
  function end(own: Running, failure: OpenvpnFailure): void {
    if (running !== own || !own.up) return;
    own.up = false;
    for (const listener of listeners) listener(failure);
  }

  async function start(target: OpenvpnTarget, own: Running): Promise<Result<TunnelLease, OpenvpnFailure>> {
    const { promise, resolve } = Promise.withResolvers<Result<TunnelLease, OpenvpnFailure>>();
    const { offer } = target;
    if (offer.variant !== 'udp' && offer.variant !== 'tcp') {
      const server = { ...target, offer };
      own.obfuscator = await startObfuscator(server, { ...options, uid: options.obfuscatorUid });
      if (running !== own) await own.obfuscator.stop();
      void own.obfuscator.ended.then((how) => {
        if (running === own) log(how);
        resolve(err('program_failed'));
        end(own, 'program_failed');
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
      end(own, failure);
    }

    const { fwmark, udpOffload } = options;
    starts = (starts + 1) % MOST_SOCKETS;
    own.client = await startOpenvpn({
      program: 'openvpn',
      socket: join(options.stateDir, `openvpn-${starts}.sock`),
      config: config.value,
      fwmark,
      env: preloading(udpOffload),
      credentials: {
        Auth: [target.username, target.password],
        'SOCKS Proxy': socks === null ? null : [socks.username, socks.password],
      },
      onEvent: take,
      log: (line) => {
        if (running === own) log(line);
      },
    });
    if (running !== own) await own.client.stop();
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

  /** Takes part in nothing that OpenVPN would do to the machine: the link comes up with the MTU that the server expects. */
  async function prepare({ mtu }: TunnelLease): Promise<void> {
    // A warm `ip` remembers the number of a link by its name, and this one is new.
    shell.renewAfter(Promise.resolve());
    await shell.runIp([
      { kind: 'link-mtu', link: options.link, mtu },
      { kind: 'link-up', link: options.link },
    ]);
  }

  return {
    async raise(target, signal) {
      await lower();
      // Whoever waited so long that another choice was made has nothing to start.
      if (signal.aborted) return err('no_answer');
      const own: Running = { client: null, obfuscator: null, up: false, traffic: { received: 0, sent: 0 } };
      running = own;
      const aborted = new Promise<Result<TunnelLease, OpenvpnFailure>>((resolve) => {
        signal.addEventListener('abort', () => resolve(err('no_answer')), { once: true });
      });
      try {
        const came = await Promise.race([start(target, own), aborted]);
        if (came.ok && !signal.aborted) {
          await prepare(came.value);
          own.up = true;
          return came;
        }
        await giveUp(own);
        return came.ok ? err('no_answer') : came;
      } catch (error) {
        log(`openvpn: ${error instanceof Error ? error.message : String(error)}`);
        await giveUp(own);
        return err('program_failed');
      }
    },
    async farewell() {
      if (running?.up !== true) return;
      running.up = false;
      running.client?.leave();
      await sleep(lastWord);
    },
    traffic: () => (running?.up === true ? running.traffic : null),
    lower,
    onEnd(listener) {
      listeners.add(listener);
    },
  };
}
