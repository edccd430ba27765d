import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => read(api.listSessions, { signal }),
});

export type SessionList = ReplyOf<typeof api.listSessions>;
export type Session = SessionList['sessions'][number];

/** The sessions that the user ends: one, or all except the current one. */
export type Ending = { readonly kind: 'one'; readonly session: Session } | { readonly kind: 'others' };

/** Returns the list without these sessions. */
export function withoutEnded({ sessions }: SessionList, ending: Ending): SessionList {
  const stays = (session: Session) =>
    ending.kind === 'one' ? session.id !== ending.session.id : session.current;
  return { sessions: sessions.filter(stays) };
}
