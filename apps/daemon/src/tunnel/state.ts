import type { BlockReason } from '@comet/tunnel-protocol';
import type { ConnectionAttempts, ConnectionAttempt } from '../gateways/attempts/connection-attempt.ts';
import type { AttemptFailure } from '../gateways/attempts/next-attempts.ts';
import type { Dedicated, Goal, ConnectHistory } from '../model/goal.ts';
import type { RunningTransport, Session, WireguardSession } from '../model/session.ts';
import type { ClockFault } from '../platform/admission/certificate-clock.ts';
import type { FirewallPolicy } from '../platform/firewall/firewall.ts';

interface Common {
  readonly since: Date;
  /** Identifies this lifetime of the state: messages of its work carry the key, and are ignored after it. */
  readonly key: string;
}

export interface Disconnected extends Common {
  readonly kind: 'disconnected';
  /** Why the account refused the last connect; null for none, or after a disconnect. */
  readonly refusal: BlockReason | null;
}

export interface Connecting extends Common {
  readonly kind: 'connecting';
  readonly goal: Goal;
  /** The current attempt; null while the gateway list is unknown. */
  readonly connectionAttempt: ConnectionAttempt | null;
  /** The remaining attempts, in order. */
  readonly others: readonly ConnectionAttempt[];
  /** 1 for the first connection attempt of this connect. */
  readonly attempt: number;
  /** Why the first attempt failed, which is more informative than the last failure. */
  readonly firstFailure: BlockReason | null;
  /** The session that the gateway admitted; null until then. Its rules are in force while the link is raised. */
  readonly admitted: Session | null;
  /** True once WireGuard's other transports are being opened. */
  readonly opening?: true;
  readonly past: ConnectHistory;
}

export interface Connected extends Common {
  readonly kind: 'connected';
  readonly goal: Goal;
  readonly session: Session;
  /** Set for a fallback gateway: when to check whether a gateway of the goal is available again. */
  readonly fallback: { readonly returns: number; readonly checkAt: Date } | null;
  /** The session at the gateway that is about to replace a draining one. */
  readonly replacement?: WireguardSession;
}

export interface Disconnecting extends Common {
  readonly kind: 'disconnecting';
  /** The rules of the previous state: they stay until the link is down. */
  readonly policy: FirewallPolicy | null;
  /** Why the account refused the connect, if that is the cause. */
  readonly refusal: BlockReason | null;
}

export interface Failed extends Common {
  readonly kind: 'error';
  /** The goal of the next retry; null where only `disconnected` can follow. */
  readonly goal: Goal | null;
  readonly reason: BlockReason;
  readonly retryAt: Date | null;
  readonly past: ConnectHistory;
}

export type State = Disconnected | Connecting | Connected | Disconnecting | Failed;

/** Commands of users and reports of a state's work. */
export type Message =
  | { readonly kind: 'connect'; readonly goal: Goal }
  | { readonly kind: 'disconnect' }
  /** Lockdown, LAN access or the API's addresses have changed. */
  | { readonly kind: 'settings-changed' }
  | {
      readonly kind: 'gateways-known';
      readonly key: string;
      /** The current gateway and address of the goal's dedicated IP. */
      readonly dedicated?: Dedicated | undefined;
    }
  | { readonly kind: 'attempt-failed'; readonly key: string; readonly reason: AttemptFailure }
  /** The gateway no longer has the standby session: the attempts without it follow. */
  | { readonly kind: 'standby-gone'; readonly key: string }
  /** The gateway granted admission, and the link is about to be raised. */
  | { readonly kind: 'admitted'; readonly key: string; readonly session: Session }
  /** The handshake is about to be repeated at another WireGuard port of the gateway, of two gateways the first. */
  | { readonly kind: 'port-tried'; readonly key: string; readonly port: number }
  /** The gateway's other transports are about to be opened; or the handshake is about to be repeated over one of them, which runs. */
  | { readonly kind: 'transport-tried'; readonly key: string; readonly running: RunningTransport | null }
  | { readonly kind: 'raised'; readonly key: string; readonly session: Session }
  | { readonly kind: 'lowered'; readonly key: string }
  | { readonly kind: 'link-lost'; readonly key: string }
  /** The gateway is reachable over WireGuard, which it was not when the tunnel was made; `session` is what it admitted. */
  | { readonly kind: 'wireguard-answers'; readonly key: string; readonly session: WireguardSession }
  /** The gateway drains and its deadline has passed; the tunnel must be made again at another one. */
  | { readonly kind: 'gateway-drains'; readonly key: string }
  /** Another gateway has admitted this device to replace a draining one; null when it did not respond. */
  | { readonly kind: 'replacement-admitted'; readonly key: string; readonly session: WireguardSession | null }
  /** Its tunnel is made: the device has both. */
  | { readonly kind: 'replacement-ready'; readonly key: string; readonly session: WireguardSession }
  /** A gateway of the goal is reachable again, and replaces the fallback gateway. */
  | { readonly kind: 'wanted-is-back'; readonly key: string }
  /** The session lasts longer, or another transport carries it; its tunnel continues. */
  | { readonly kind: 'session-renewed'; readonly key: string; readonly session: Session }
  /** The session continues only with other keys or addresses. */
  | { readonly kind: 'session-moved'; readonly key: string }
  /** The gateway has no exit for the session, or its dedicated IP has changed or moved. */
  | { readonly kind: 'exit-gone'; readonly key: string }
  | { readonly kind: 'session-refused'; readonly reason: BlockReason }
  | { readonly kind: 'retry-due'; readonly key: string }
  | { readonly kind: 'network-changed' }
  /** Another program changed routes or rules, and they could not be restored. */
  | { readonly kind: 'routes-lost'; readonly key: string }
  | { readonly kind: 'device-died' }
  | { readonly kind: 'firewall-failed' };

/** The inputs of a transition besides the state and the message. */
export interface Facts {
  readonly now: Date;
  /** A key that no earlier state has. */
  readonly nextKey: string;
  /** In [0, 1), spreads retries. */
  readonly random: number;
  /** Whether this machine's clock appears to be ahead or behind; null where it appears correct. */
  readonly clockFault: ClockFault | null;
  /** The attempts for a goal, best first, or why there are none; null without a gateway list. */
  connectionAttemptsFor(goal: Goal, past: ConnectHistory): ConnectionAttempts | null;
}

/** The goal of a state; null where no tunnel is wanted. */
export function goalOf(state: State): Goal | null {
  return 'goal' in state ? state.goal : null;
}
