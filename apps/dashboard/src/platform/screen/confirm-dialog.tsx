import { errorText } from '@comet/texts';
import { Banner, Button, Dialog } from '@comet/ui';
import { useMutation } from '@tanstack/react-query';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly explanation: string;
  readonly confirm: string;
  readonly keep: string;
  readonly act: () => Promise<unknown>;
}

/** Confirms an action that cannot be undone; an error is shown in the dialog. */
export function ConfirmDialog({ open, onClose, title, explanation, confirm, keep, act }: ConfirmDialogProps) {
  const doing = useMutation({ mutationFn: act, onSuccess: onClose });
  return (
    <Dialog
      open={open}
      onClose={() => {
        doing.reset();
        onClose();
      }}
      title={title}
      explanation={explanation}
      actions={
        <>
          <Button weight="danger" busy={doing.isPending} onClick={() => doing.mutate()}>
            {confirm}
          </Button>
          <Button weight="secondary" onClick={onClose}>
            {keep}
          </Button>
        </>
      }
    >
      {doing.error !== null && (
        <Banner tone="danger" urgent>
          {errorText(doing.error).text}
        </Banner>
      )}
    </Dialog>
  );
}
