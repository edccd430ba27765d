import { sessionsTexts, errorText, formatText, formatClockTime, formatDaysAgo } from '@comet/texts';
import { LinkAction, Row, useNotify } from '@comet/ui';
import { useSuspenseQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DeviceIcon } from '../devices/index.ts';
import { EndDialog } from './end-dialog.tsx';
import { type Ending, sessionsQuery, withoutEnded, type Session } from './sessions.ts';
import { ApiError, api, call } from '../../platform/data/api.ts';
import { nameOf, signInText } from './session-text.ts';
import { logOut } from '../account/index.ts';

const NOTIFICATION = { id: 'sessions' } as const;

/** Ends sessions. They are removed from the list at once, and restored if the request fails. */
function useEndSessions(): (ending: Ending) => void {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { queryKey } = sessionsQuery;
  const end = useMutation({
    mutationFn: (ending: Ending) =>
      ending.kind === 'one'
        ? call(api.revokeSession, { params: { id: ending.session.id } })
        : call(api.revokeOtherSessions, {}),
    onMutate: async (ending) => {
      // A pending read would restore the removed session.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before !== undefined) queryClient.setQueryData(queryKey, withoutEnded(before, ending));
      return { before };
    },
    onSuccess: (_, ending) => notify(endTextOf(ending), NOTIFICATION),
    onError: (error, ending, kept) => {
      // The session has expired, or another tab has ended it.
      if (error instanceof ApiError && error.is('not_found')) return notify(endTextOf(ending), NOTIFICATION);
      if (kept?.before !== undefined) queryClient.setQueryData(queryKey, kept.before);
      return notify(errorText(error).text, { ...NOTIFICATION, tone: 'danger' });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (ending) => end.mutate(ending);
}

function endTextOf(ending: Ending): string {
  if (ending.kind === 'others') return sessionsTexts.othersEnded;
  const name = nameOf(ending.session);
  return formatText(ending.session.pendingUntil === null ? sessionsTexts.ended : sessionsTexts.revoked, {
    name,
  });
}

/** The account's sessions as rows of the settings, the current one first, and the button to end the others. */
export function SessionRows() {
  const { data, dataUpdatedAt } = useSuspenseQuery(sessionsQuery);
  const { sessions } = data;
  const seenAt = new Date(dataUpdatedAt);
  const end = useEndSessions();
  const [ending, setEnding] = useState<Ending>({ kind: 'others' });
  const [open, setOpen] = useState(false);
  const confirm = (next: Ending) => {
    setEnding(next);
    setOpen(true);
  };
  const decide = (agreed: boolean) => {
    if (agreed) end(ending);
    setOpen(false);
  };
  return (
    <>
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          seenAt={seenAt}
          onEnd={() => confirm({ kind: 'one', session })}
        />
      ))}
      {sessions.length > 1 && (
        <Row
          term={sessionsTexts.others}
          action={
            <LinkAction onClick={() => confirm({ kind: 'others' })}>{sessionsTexts.endOthers}</LinkAction>
          }
        >
          {sessionsTexts.othersExplanation}
        </Row>
      )}
      <EndDialog open={open} ending={ending} onDecision={decide} />
    </>
  );
}

interface SessionRowProps {
  readonly session: Session;
  /** Time of the read, which relative times refer to. */
  readonly seenAt: Date;
  readonly onEnd: () => void;
}

/** A session: device, sign-in method, and the button to end it. */
function SessionRow({ session, seenAt, onEnd }: SessionRowProps) {
  const name = nameOf(session);
  const isPending = session.pendingUntil !== null;
  const action = session.current ? (
    <LinkAction onClick={() => void logOut()}>{sessionsTexts.signOut}</LinkAction>
  ) : (
    <LinkAction
      aria-label={formatText(isPending ? sessionsTexts.revokeOf : sessionsTexts.endOf, { name })}
      onClick={onEnd}
    >
      {isPending ? sessionsTexts.revoke : sessionsTexts.end}
    </LinkAction>
  );
  return (
    <Row term={termOf(session, seenAt)} action={action}>
      <span className="flex items-center gap-2.5">
        {session.platform !== null && <DeviceIcon platform={session.platform} />}
        {name}
      </span>
      <span className="block text-small text-quiet">{signInText(session)}</span>
      {session.awaitsSecondFactor && (
        <span className="block text-small text-warn">{sessionsTexts.awaitsSecondFactor}</span>
      )}
      {session.pendingUntil !== null && (
        <span className="block text-small text-warn">
          {formatText(sessionsTexts.pendingUntil, { time: formatClockTime(session.pendingUntil) })}
        </span>
      )}
    </Row>
  );
}

function termOf(session: Session, seenAt: Date): string {
  if (session.current) return sessionsTexts.thisBrowser;
  if (session.pendingUntil !== null) return sessionsTexts.pending;
  return formatText(sessionsTexts.lastUsed, { ago: formatDaysAgo(session.lastUsedAt, seenAt) });
}
