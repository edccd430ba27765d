import { say, sessionsTexts } from '@comet/texts';
import { Button, Dialog } from '@comet/ui';
import { nameOf } from './session-text.ts';
import type { Ending } from './sessions.ts';

interface EndDialogProps {
  readonly open: boolean;
  /** The session to end; it stays rendered while the dialog fades out. */
  readonly asked: Ending;
  readonly onAnswer: (end: boolean) => void;
}

/** Confirms the end of one session, or of all others. */
export function EndDialog({ open, asked, onAnswer }: EndDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      {...wordsOf(asked)}
      actions={
        <>
          <Button weight="danger" onClick={() => onAnswer(true)}>
            {confirmOf(asked)}
          </Button>
          <Button weight="secondary" onClick={() => onAnswer(false)}>
            {asked.kind === 'one' ? sessionsTexts.keep : sessionsTexts.back}
          </Button>
        </>
      }
    />
  );
}

function wordsOf(asked: Ending): { title: string; explanation: string } {
  if (asked.kind === 'others') {
    return { title: sessionsTexts.endOthersTitle, explanation: sessionsTexts.endOthersExplanation };
  }
  const name = nameOf(asked.session);
  if (asked.session.pendingUntil !== null) {
    return {
      title: say(sessionsTexts.revokeTitle, { name }),
      explanation: sessionsTexts.revokeExplanation,
    };
  }
  const title = say(sessionsTexts.endTitle, { name });
  return { title, explanation: sessionsTexts.endExplanation };
}

function confirmOf(asked: Ending): string {
  if (asked.kind === 'others') return sessionsTexts.endOthersConfirm;
  return asked.session.pendingUntil === null ? sessionsTexts.endConfirm : sessionsTexts.revoke;
}
