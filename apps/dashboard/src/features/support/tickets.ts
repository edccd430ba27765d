import { queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '@comet/contract';
import { api, read } from '../../platform/data/api.ts';

export type Ticket = ReplyOf<typeof api.listSupportTickets>['tickets'][number];
export type Message = Ticket['messages'][number];

export const ticketsQuery = queryOptions({
  queryKey: ['support-tickets'],
  queryFn: async ({ signal }) => (await read(api.listSupportTickets, { signal })).tickets,
});

/** Polling intervals in ms: while the window is open, and while a reply is expected. */
export function pollIntervalOf(tickets: readonly Ticket[] | undefined, isOpen: boolean): number | false {
  if (isOpen) return 3_000;
  return tickets?.some(({ state }) => state !== 'closed') === true ? 20_000 : false;
}

/** Number of replies after the last one seen. Message ids are ordered by time. */
export function newReplies(tickets: readonly Ticket[], seen: string | null): number {
  const replies = tickets.flatMap(({ messages }) => messages.filter(({ author }) => author === 'operator'));
  return replies.filter(({ id }) => seen === null || id > seen).length;
}

/** The id of the latest reply; null without one. */
export function latestReply(tickets: readonly Ticket[]): string | null {
  const ids = tickets.flatMap(({ messages }) =>
    messages.filter(({ author }) => author === 'operator').map(({ id }) => id),
  );
  return ids.toSorted().at(-1) ?? null;
}
