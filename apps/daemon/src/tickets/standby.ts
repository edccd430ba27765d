import type { StandbyTicket } from '../platform/files/daemon-state.ts';

const minute = 60_000;
/** Minimum remaining validity in ms of a ticket. */
const minLeftMs = { ticket: minute, session: 10 * minute };
/** A ticket is renewed at this age: at least 18 hours remain when the API becomes unreachable. */
const renewalAge = 6 * 60 * minute;
const maxTickets = 8;

/** Returns the stand-by ticket for a gateway and key that is valid at `now`, or null. */
export function freshStandby(
  tickets: readonly StandbyTicket[],
  gatewayId: string,
  publicKey: string,
  now: Date,
): StandbyTicket | null {
  return (
    tickets.find(
      (ticket) =>
        ticket.gatewayId === gatewayId &&
        ticket.publicKey === publicKey &&
        Date.parse(ticket.expiresAt) - now.getTime() > minLeftMs.ticket &&
        Date.parse(ticket.sessionUntil) - now.getTime() > minLeftMs.session,
    ) ?? null
  );
}

/** Returns whether a ticket is older than six hours. */
export function needsRenewal(ticket: StandbyTicket, now: Date): boolean {
  return now.getTime() - Date.parse(ticket.issuedAt) > renewalAge;
}

/** Returns the tickets, with this one in place of an older one for its gateway, without expired ones; newest first. */
export function withTicket(
  tickets: readonly StandbyTicket[],
  added: StandbyTicket,
  now: Date,
): StandbyTicket[] {
  const others = tickets.filter(
    (ticket) => ticket.gatewayId !== added.gatewayId && Date.parse(ticket.expiresAt) > now.getTime(),
  );
  return [added, ...others].slice(0, maxTickets);
}
