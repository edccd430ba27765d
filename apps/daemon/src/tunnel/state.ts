import type { BlockReason } from '@comet/tunnel-protocol';
import type { ConnectionAttempts, ConnectionAttempt } from '../gateways/attempts/connection-attempt.ts';
import type { Dedicated, Goal, Past } from '../model/goal.ts';
import type { Session, WireguardSession } from '../model/session.ts';
import type { ClockFault } from '../platform/admission/certificate-clock.ts';
import type { FirewallPolicy } from '../platform/firewall/firewall.ts';

interface Common {
  readonly since: Date;
  /** Names this stay in the state: work started in it says the name, and is ignored when the stay is over. */
  readonly key: string;
}

export interface Disconnected extends Common {
  readonly kind: 'disconnected';
  /** Why the account refused the last connect; null where it did not, or the user has disconnected since. */
  readonly refusal: BlockReason | null;
}

export interface Connecting extends Common {
  readonly kind: 'connecting';
  readonly goal: Goal;
  /** What is being tried; null while it is not known which gateways there are. */
  readonly connectionAttempt: ConnectionAttempt | null;
  /** What to try when it fails. */
  readonly others: readonly ConnectionAttempt[];
  /** 1 for the first connection attempt of this connect. */
  readonly attempt: number;
  /** Why the first of them failed, which says more than why the last one did. */
  readonly firstFailure: BlockReason | null;
  /** What the gateway has let in; null until it has. Its link is being raised, and its rules hold already. */
  readonly admitted: Session | null;
  readonly past: Past;
}

export interface Connected extends Common {
  readonly kind: 'connected';
  readonly goal: Goal;
  readonly session: Session;
  /** Set where the gateway stands in for those of the goal: when to look whether they are back. */
  readonly standsIn: { readonly returns: number; readonly lookAt: Date } | null;
}

export interface Disconnecting extends Common {
  readonly kind: 'disconnecting';
  /** The rules of the state before: they stay until the link is down. */
  readonly policy: FirewallPolicy | null;
  /** Why the account refused to connect, where that is the reason for it. */
  readonly refusal: BlockReason | null;
}

export interface Failed extends Common {
  readonly kind: 'error';
  /** What is tried again; null when there is nothing to go back to but `disconnected`. */
  readonly goal: Goal | null;
  readonly reason: BlockReason;
  readonly retryAt: Date | null;
  readonly past: Past;
}

export type State = Disconnected | Connecting | Connected | Disconnecting | Failed;

/** What users ask for and what work reports. */
export type Message =
  | { readonly kind: 'connect'; readonly goal: Goal }
  | { readonly kind: 'disconnect' }
  /** Lockdown, LAN or the API's addresses are not what they were. */
  | { readonly kind: 'settings-changed' }
  | {
      readonly kind: 'gateways-known';
      readonly key: string;
      /** How the goal's dedicated address is reached now. */
      readonly dedicated?: Dedicated | undefined;
    }
  | { readonly kind: 'attempt-failed'; readonly key: string; readonly reason: BlockReason }
  /** The session that stood by is not there any more: what would be tried without it is tried. */
  | { readonly kind: 'standby-gone'; readonly key: string }
  /** The gateway has let us in, and the link is about to be raised. */
  | { readonly kind: 'admitted'; readonly key: string; readonly session: Session }
  | { readonly kind: 'raised'; readonly key: string; readonly session: Session }
  | { readonly kind: 'lowered'; readonly key: string }
  | { readonly kind: 'link-lost'; readonly key: string }
  /** The gateway answers by WireGuard, which it did not when the tunnel was made; `session` is what it admitted. */
  | { readonly kind: 'wireguard-answers'; readonly key: string; readonly session: WireguardSession }
  /** A gateway of the location that the present one stands in for answers again. */
  | { readonly kind: 'wanted-is-back'; readonly key: string }
  | { readonly kind: 'session-renewed'; readonly key: string; readonly session: Session }
  /** The session goes on only with other keys or addresses. */
  | { readonly kind: 'session-moved'; readonly key: string }
  /** Its gateway has no exit for the session, or its dedicated address is another or elsewhere. */
  | { readonly kind: 'exit-gone'; readonly key: string }
  | { readonly kind: 'session-refused'; readonly reason: BlockReason }
  | { readonly kind: 'retry-due'; readonly key: string }
  | { readonly kind: 'network-changed' }
  /** Routes or rules were changed by another program, and could not be set again. */
  | { readonly kind: 'routes-lost'; readonly key: string }
  | { readonly kind: 'device-died' }
  | { readonly kind: 'firewall-failed' };

/** What a decision may look at beside the state. */
export interface Facts {
  readonly now: Date;
  /** A key that no stay had before. */
  readonly nextKey: string;
  /** In [0, 1), spreads retries. */
  readonly random: number;
  /** Which way this machine's clock seems to be off; null where it does not. */
  readonly clockFault: ClockFault | null;
  /** What may be tried for a goal, best first, or why nothing may; null when no list is at hand. */
  connectionAttemptsFor(goal: Goal, past: Past): ConnectionAttempts | null;
}

/** What the tunnel is for: where it leads, is on its way to, or is tried again; null when none is wanted. */
export function goalOf(state: State): Goal | null {
  return 'goal' in state ? state.goal : null;
}
