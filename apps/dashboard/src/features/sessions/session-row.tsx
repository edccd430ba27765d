import { formatDaysAgo, say, sessionsTexts } from '@comet/texts';
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
  const term = session.current
    ? sessionsTexts.thisBrowser
    : say(sessionsTexts.lastUsed, { ago: formatDaysAgo(session.lastUsedAt, seenAt) });
  const action = session.current ? (
    <LinkAction onClick={() => void logOut()}>{sessionsTexts.logOut}</LinkAction>
  ) : (
    <LinkAction aria-label={say(sessionsTexts.endOf, { name })} onClick={onEnd}>
      {sessionsTexts.end}
    </LinkAction>
  );
  return (
    <Row term={term} action={action}>
      {name}
      <span className="block text-small text-quiet">{beginningOf(session)}</span>
      {session.awaitsSecondFactor && (
        <span className="block text-small text-warn">{sessionsTexts.awaitsSecondFactor}</span>
      )}
    </Row>
  );
}
