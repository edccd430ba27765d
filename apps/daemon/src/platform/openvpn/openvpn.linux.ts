import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@comet/foundation/log';
import { err, type Result, reasonOf } from '@comet/foundation';
import type { NetworkShell } from '@comet/linux-network';
import type { Openvpn, OpenvpnFailure, OpenvpnTarget } from './openvpn.ts';
import { attemptOpenvpn, type OpenvpnOptions, type Running } from './openvpn-attempt.linux.ts';
import type { TunnelLease } from '../../model/session.ts';

/**
 * Number of names that the management sockets use in turn. After a socket is closed its path is removed with a delay; with a single name
 * that would be the path of the next socket, whose OpenVPN then cannot connect and ends.
 */
const maxSockets = 8;
/** Milliseconds for OpenVPN's exit notification and its forwarding by the obfuscation program. */
const noticeDelay = 30;

/**
 * Returns the OpenVPN client of this machine. At most one tunnel exists; each attempt starts OpenVPN, and an obfuscation program where the
 * variant needs it.
 */
export function linuxOpenvpn(
  shell: Pick<NetworkShell, 'runIp' | 'renewAfter'>,
  options: OpenvpnOptions,
  log: Log,
): Openvpn {
  const listeners = new Set<(failure: OpenvpnFailure) => void>();
  let running: Running | null = null;
  let starts = 0;

  let stopped: Promise<void> = Promise.resolve();

  async function stop({ client, obfuscator }: Running): Promise<void> {
    await client?.stop();
    await obfuscator?.stop();
  }

  /** Resolves when no process runs any more, including those that an earlier call still stops. */
  function lower(): Promise<void> {
    const ending = running;
    running = null;
    if (ending !== null) stopped = stopped.catch(() => undefined).then(() => stop(ending));
    return stopped;
  }

  /** Ends this attempt only: the next may have started. */
  async function abandon(own: Running): Promise<void> {
    if (running === own) await lower();
  }

  /** Reports the end of a tunnel that was up; the end of another one is reported to its caller. */
  function end(own: Running, failure: OpenvpnFailure): void {
    if (running !== own || !own.up) return;
    own.up = false;
    for (const listener of listeners) listener(failure);
  }

  function attempt(target: OpenvpnTarget, own: Running): Promise<Result<TunnelLease, OpenvpnFailure>> {
    starts = (starts + 1) % maxSockets;
    return attemptOpenvpn(own, target, {
      options,
      socket: join(options.stateDir, `openvpn-${starts}.sock`),
      isCurrent: () => running === own,
      onEnd: (failure) => end(own, failure),
      log,
    });
  }

  /** OpenVPN changes nothing of the machine: the link comes up with the MTU that the server expects. */
  async function prepare({ mtu }: TunnelLease): Promise<void> {
    // A long-running `ip` caches the index of a link by its name, and this link is new.
    shell.renewAfter(Promise.resolve());
    await shell.runIp([
      { kind: 'link-mtu', link: options.link, mtu },
      { kind: 'link-up', link: options.link },
    ]);
  }

  return {
    async raise(target, signal) {
      await lower();
      // A newer call replaced this one during the wait.
      if (signal.aborted) return err('no_response');
      const own: Running = {
        ...{ client: null, obfuscator: null, up: false },
        traffic: { received: 0, sent: 0 },
        negotiated: { cipher: null, lastHandshake: null },
      };
      running = own;
      const aborted = new Promise<Result<TunnelLease, OpenvpnFailure>>((resolve) => {
        signal.addEventListener('abort', () => resolve(err('no_response')), { once: true });
      });
      try {
        const result = await Promise.race([attempt(target, own), aborted]);
        if (result.ok && !signal.aborted) {
          await prepare(result.value);
          own.up = true;
          return result;
        }
        await abandon(own);
        return result.ok ? err('no_response') : result;
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'OpenVPN could not be started');
        await abandon(own);
        return err('program_failed');
      }
    },
    async logoutNotice() {
      if (running?.up !== true) return;
      running.up = false;
      running.client?.leave();
      await sleep(noticeDelay);
    },
    traffic: () => (running?.up === true ? running.traffic : null),
    negotiated: () => (running?.up === true ? running.negotiated : null),
    lower,
    onEnd(listener) {
      listeners.add(listener);
    },
  };
}
