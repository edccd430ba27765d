import { formatClockTime, formatDaysAgo, say, sessionsTexts } from '@comet/texts';
import { LinkAction, Row } from '@comet/ui';
import { logOut } from '../account/index.ts';
import { beginningOf, nameOf } from './session-words.ts';
import type { Session } from './sessions.ts';

interface SessionRowProps {
  readonly session: Session;
  /** When the list was fetched: the now of its words. */
  readonly seenAt: Date;
  readonly onEnd: () => void;
}

/** One session: which device, how it signed in, and the way to end it. */
export function SessionRow({ session, seenAt, onEnd }: SessionRowProps) {
  const name = nameOf(session);
  const isPending = session.pendingUntil !== null;
  const action = session.current ? (
    <LinkAction onClick={() => void logOut()}>{sessionsTexts.logOut}</LinkAction>
  ) : (
    <LinkAction
      aria-label={say(isPending ? sessionsTexts.revokeOf : sessionsTexts.endOf, { name })}
      onClick={onEnd}
    >
      {isPending ? sessionsTexts.revoke : sessionsTexts.end}
    </LinkAction>
  );
  return (
    <Row term={termOf(session, seenAt)} action={action}>
      {name}
      <span className="block text-small text-quiet">{beginningOf(session)}</span>
      {session.awaitsSecondFactor && (
        <span className="block text-small text-warn">{sessionsTexts.awaitsSecondFactor}</span>
      )}
      {session.pendingUntil !== null && (
        <span className="block text-small text-warn">
          {say(sessionsTexts.pendingUntil, { time: formatClockTime(session.pendingUntil) })}
        </span>
      )}
    </Row>
  );
}

function termOf(session: Session, seenAt: Date): string {
  if (session.current) return sessionsTexts.thisBrowser;
  if (session.pendingUntil !== null) return sessionsTexts.pending;
  return say(sessionsTexts.lastUsed, { ago: formatDaysAgo(session.lastUsedAt, seenAt) });
}
