import { sessionsTexts } from '@comet/texts';
import { LinkAction, Row } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EndDialog } from './end-dialog.tsx';
import { SessionRow } from './session-row.tsx';
import { type Ending, sessionsQuery } from './sessions.ts';
import { useEndSessions } from './use-end-sessions.ts';

/** Every session of the account as rows of the settings, this one first, and the way to end the others. */
export function SessionRows() {
  const { data, dataUpdatedAt } = useSuspenseQuery(sessionsQuery);
  const { sessions } = data;
  const seenAt = new Date(dataUpdatedAt);
  const end = useEndSessions();
  const [asked, setAsked] = useState<Ending>({ kind: 'others' });
  const [open, setOpen] = useState(false);
  const ask = (ending: Ending) => {
    setAsked(ending);
    setOpen(true);
  };
  const answer = (agreed: boolean) => {
    if (agreed) end(asked);
    setOpen(false);
  };
  return (
    <>
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          seenAt={seenAt}
          onEnd={() => ask({ kind: 'one', session })}
        />
      ))}
      {sessions.length > 1 && (
        <Row
          term={sessionsTexts.others}
          action={<LinkAction onClick={() => ask({ kind: 'others' })}>{sessionsTexts.endOthers}</LinkAction>}
        >
          {sessionsTexts.othersExplanation}
        </Row>
      )}
      <EndDialog open={open} asked={asked} onAnswer={answer} />
    </>
  );
}
