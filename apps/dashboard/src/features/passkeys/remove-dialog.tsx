import { errorText, passkeysTexts as texts, say } from '@comet/texts';
import { Button, Dialog, useNotify } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, call } from '../../platform/api.ts';
import { type Passkey, passkeysQuery } from './passkeys.ts';

interface RemoveDialogProps {
  readonly passkey: Passkey;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before a way in is taken away. */
export function RemoveDialog({ passkey, open, onClose }: RemoveDialogProps) {
  const { id, name } = passkey;
  const notify = useNotify();
  const queryClient = useQueryClient();
  const leave = async () => {
    notify(say(texts.removed, { name }), { id });
    onClose();
    await queryClient.invalidateQueries(passkeysQuery);
  };
  const remove = useMutation({
    mutationFn: () => call(api.removePasskey, { params: { id } }),
    onSuccess: leave,
    onError: async (error) => {
      // Another tab was faster: what was wanted is done.
      if (error instanceof ApiError && error.is('not_found')) return leave();
      onClose();
      notify(errorText(error).text, { id, tone: 'danger' });
      return undefined;
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say(texts.removeTitle, { name })}
      explanation={texts.removeExplanation}
      actions={
        <>
          <Button weight="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {texts.removeConfirm}
          </Button>
          <Button weight="secondary" onClick={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    />
  );
}
