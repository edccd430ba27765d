import { errorText, sessionsTexts } from '@comet/texts';
import { Button, Dialog, LinkAction, Row, useNotify } from '@comet/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LOG_IN } from '../../platform/navigation/paths.ts';
import { api, call } from '../../platform/data/api.ts';
import { endSession } from '../../platform/storage/session.ts';

/** Ends every session of the account, the current one last. */
export function SignOutEverywhereRow() {
  const notify = useNotify();
  const [isOpen, setOpen] = useState(false);
  const leave = useMutation({
    mutationFn: () => call(api.revokeAllSessions, {}),
    onSuccess: () => endSession(LOG_IN),
    onError: (error) => {
      setOpen(false);
      notify(errorText(error).text, { id: 'sessions', tone: 'danger' });
    },
  });
  return (
    <Row
      term={sessionsTexts.everywhere}
      action={<LinkAction onClick={() => setOpen(true)}>{sessionsTexts.signOutEverywhere}</LinkAction>}
    >
      {sessionsTexts.everywhereExplanation}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={sessionsTexts.everywhereTitle}
        explanation={sessionsTexts.everywhereDetails}
        actions={
          <>
            <Button weight="danger" busy={leave.isPending} onClick={() => leave.mutate()}>
              {sessionsTexts.signOutEverywhere}
            </Button>
            <Button weight="secondary" onClick={() => setOpen(false)}>
              {sessionsTexts.back}
            </Button>
          </>
        }
      />
    </Row>
  );
}
