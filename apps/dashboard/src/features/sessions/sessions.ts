import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => read(api.listSessions, { signal }),
});

export type SessionList = ReplyOf<typeof api.listSessions>;
export type Session = SessionList['sessions'][number];

/** Which sessions a person has decided to end, this one excepted. */
export type Ending = { readonly kind: 'one'; readonly session: Session } | { readonly kind: 'others' };

/** The list as it will be once the decision is carried out. */
export function withoutEnded({ sessions }: SessionList, ending: Ending): SessionList {
  const stays = (session: Session) =>
    ending.kind === 'one' ? session.id !== ending.session.id : session.current;
  return { sessions: sessions.filter(stays) };
}
