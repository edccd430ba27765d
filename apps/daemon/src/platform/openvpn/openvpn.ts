import { type Result, err } from '@comet/foundation';
import type { OpenvpnOffer } from '@comet/admission';
import type { TunnelLease } from '../../model/session.ts';

/** Where there is no client of OpenVPN. Nothing asks it: gateways are taken to have no server there. */
export const noOpenvpn: Openvpn = {
  raise: () => Promise.resolve(err('program_failed')),
  traffic: () => null,
  logoutNotice: () => Promise.resolve(),
  lower: () => Promise.resolve(),
  onEnd: () => undefined,
};

/** What OpenVPN says last when it gives up; the cause is in the line before (openvpn's `error.c`). */
const givesUp = 'Exiting due to fatal error';

/** Why OpenVPN went, as it said it, from the end of what it printed: one line, or two where the last names no cause. */
export function exitMessageOf(said: string): string {
  const [before = '', last = ''] = said.trimEnd().split('\n').slice(-2);
  if (last === '') return before;
  return last.endsWith(givesUp) ? `${before} / ${last}` : last;
}

/**
 * Why OpenVPN ended by itself, from its exit message: they name what made it go (openvpn's `sig.c`), or that it was refused or cut off as
 * often as it may try (`init.c`). Whatever else ends it is of this machine.
 */
export function failureOf(words: string): OpenvpnFailure {
  if (/ping-exit|init_instance|connect-retry-max/.test(words)) return 'no_answer';
  return /server-pushed-halt/.test(words) ? 'refused' : 'program_failed';
}

/** One gateway's OpenVPN server, and what it takes to be let in. */
export interface OpenvpnTarget {
  readonly address: string;
  /** The name in the server's certificate. */
  readonly serverName: string;
  readonly offer: OpenvpnOffer;
  /** The gateway's TCP server, which every hidden variant leads to. */
  readonly tcpPort: number | null;
  readonly username: string;
  readonly password: string;
  /** PEM. */
  readonly tlsCryptV2ClientKey: string;
}

/** Why no tunnel came up, or why one ended. */
export type OpenvpnFailure =
  /** Nobody answered, or not as the gateway. */
  | 'no_answer'
  /** The credentials were refused. */
  | 'refused'
  /** A program could not be started, or ended by itself. */
  | 'program_failed'
  /** What the server said is not a lease that we take. */
  | 'bad_lease';

/** The OpenVPN client and, for the hidden variants, the program beside it. One tunnel at a time. */
export interface Openvpn {
  /** Begins a tunnel; resolves when the server has given us addresses, which are nobody's yet, or when it will not. */
  raise(target: OpenvpnTarget, signal: AbortSignal): Promise<Result<TunnelLease, OpenvpnFailure>>;
  /** Bytes through the tunnel so far, as the client counts them; null when there is none. */
  traffic(): { readonly received: number; readonly sent: number } | null;
  /** Has the gateway told that we go, and resolves when that is on its way. Nothing passes any more; `lower` has to follow. */
  logoutNotice(): Promise<void>;
  /** Ends all of it. */
  lower(): Promise<void>;
  /** Called when a tunnel that was up is not any more, without having been lowered. */
  onEnd(listener: (failure: OpenvpnFailure) => void): void;
}
