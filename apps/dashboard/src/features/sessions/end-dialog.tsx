import { formatText, sessionsTexts } from '@comet/texts';
import { Button, Dialog } from '@comet/ui';
import { nameOf } from './session-text.ts';
import type { Ending } from './sessions.ts';

interface EndDialogProps {
  readonly open: boolean;
  /** The session to end; it stays rendered while the dialog fades out. */
  readonly ending: Ending;
  readonly onDecision: (end: boolean) => void;
}

/** Confirms the end of one session, or of all others. */
export function EndDialog({ open, ending, onDecision }: EndDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={() => onDecision(false)}
      {...textsOf(ending)}
      actions={
        <>
          <Button weight="danger" onClick={() => onDecision(true)}>
            {confirmOf(ending)}
          </Button>
          <Button weight="secondary" onClick={() => onDecision(false)}>
            {ending.kind === 'one' ? sessionsTexts.keep : sessionsTexts.back}
          </Button>
        </>
      }
    />
  );
}

function textsOf(ending: Ending): { title: string; explanation: string } {
  if (ending.kind === 'others') {
    return { title: sessionsTexts.endOthersTitle, explanation: sessionsTexts.endOthersExplanation };
  }
  const name = nameOf(ending.session);
  if (ending.session.pendingUntil !== null) {
    return {
      title: formatText(sessionsTexts.revokeTitle, { name }),
      explanation: sessionsTexts.revokeExplanation,
    };
  }
  const title = formatText(sessionsTexts.endTitle, { name });
  return { title, explanation: sessionsTexts.endExplanation };
}

function confirmOf(ending: Ending): string {
  if (ending.kind === 'others') return sessionsTexts.endOthersConfirm;
  return ending.session.pendingUntil === null ? sessionsTexts.endConfirm : sessionsTexts.revoke;
}
