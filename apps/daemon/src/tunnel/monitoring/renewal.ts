import type { Admittance } from '@comet/contract';
import type { AdmissionEndpoint } from '../../platform/admission/admission-endpoint.ts';
import type { DeviceKeys } from '../../tickets/device-keys.ts';
import { isPassing } from '../../tickets/refusal-reason.ts';
import type { TicketStore } from '../../tickets/ticket-store.ts';
import { present } from '../attempts/present-ticket.ts';
import type { Message, WireguardSession } from '../state.ts';

/** Milliseconds before a session's end at which it is renewed, at most; a short session is renewed in its last fifth. */
const ahead = 3_600_000;

/** When to renew a session that was granted at `granted` and ends at `until`; all in milliseconds. */
export function renewalTime(granted: number, until: number): number {
  return until - Math.min(ahead, Math.max(0, until - granted) / 5);
}

export interface RenewalParts {
  readonly admissionEndpoint: AdmissionEndpoint;
  readonly tickets: TicketStore;
  readonly keys: DeviceKeys;
}

type Renewal =
  | (Extract<Message, { kind: 'session-renewed' }> & { readonly session: WireguardSession })
  | Extract<Message, { kind: 'session-moved' | 'session-refused' }>;

/**
 * Presents a fresh ticket through the running tunnel. Null when nothing could be reached, or the API does not know the gateway to be
 * there, which the packets through it know better: no reason to end a session that still has time.
 */
export async function renewSession(
  parts: RenewalParts,
  session: WireguardSession,
  stay: { readonly key: string; readonly signal: AbortSignal },
): Promise<Renewal | null> {
  const { key } = stay;
  // Two gateways, two sessions: both are made anew together.
  if (session.via !== undefined) return { kind: 'session-moved', key };
  const pair = parts.keys.current();
  // Another week: the gateway knows us under another name then, and a key serves one name.
  if (pair === null || pair.publicKey !== session.publicKey || parts.keys.isDue())
    return { kind: 'session-moved', key };
  const ticket = await parts.tickets.fetch(session.gateway, pair.publicKey, stay.signal);
  if (!ticket.ok) return isPassing(ticket.error) ? null : { kind: 'session-refused', reason: ticket.error };
  const presented = await present(parts.admissionEndpoint, session.gateway, pair, ticket.value, stay.signal);
  if (!presented.ok) return presented.error.kind === 'unreachable' ? null : { kind: 'session-moved', key };
  return sameLink(presented.value.admittance, session.admittance)
    ? { kind: 'session-renewed', key, session: presented.value }
    : { kind: 'session-moved', key };
}

/** Whether two admittances make the same link; only how long it may last differs. */
function sameLink(one: Admittance, other: Admittance): boolean {
  const link = (admittance: Admittance): string => JSON.stringify({ ...admittance, sessionUntil: '' });
  return link(one) === link(other);
}
