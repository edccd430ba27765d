import { queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '@comet/contract';
import { api, read } from '../../platform/data/api.ts';

export type Ticket = ReplyOf<typeof api.listSupportTickets>['tickets'][number];
export type Message = Ticket['messages'][number];

export const ticketsQuery = queryOptions({
  queryKey: ['support-tickets'],
  queryFn: async ({ signal }) => (await read(api.listSupportTickets, { signal })).tickets,
});

/** Milliseconds between two looks for answers: while the window is open, and while somebody might still answer. */
export function lookAgainAfter(tickets: readonly Ticket[] | undefined, isOpen: boolean): number | false {
  if (isOpen) return 3_000;
  return tickets?.some(({ state }) => state !== 'closed') === true ? 20_000 : false;
}

/** How many answers came after the one that was seen last. Ids of messages are in the order of time. */
export function newAnswers(tickets: readonly Ticket[], seen: string | null): number {
  const answers = tickets.flatMap(({ messages }) => messages.filter(({ author }) => author === 'operator'));
  return answers.filter(({ id }) => seen === null || id > seen).length;
}

/** The id of the latest answer; null where there is none. */
export function latestAnswer(tickets: readonly Ticket[]): string | null {
  const ids = tickets.flatMap(({ messages }) =>
    messages.filter(({ author }) => author === 'operator').map(({ id }) => id),
  );
  return ids.toSorted().at(-1) ?? null;
}
