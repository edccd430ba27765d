import { errorText, say, wireguardFileTexts as texts } from '@comet/texts';
import { Button, Dialog, useNotify } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, call } from '../../platform/api.ts';
import { type WireguardConfig, wireguardConfigsQuery } from './downloads.ts';

interface RevokeDialogProps {
  readonly config: WireguardConfig;
  readonly place: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before a file stops working. */
export function RevokeDialog({ config: { id, name }, place, open, onClose }: RevokeDialogProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const leave = async () => {
    notify(say(texts.revoked, { name }), { id });
    onClose();
    await queryClient.invalidateQueries(wireguardConfigsQuery);
  };
  const revoke = useMutation({
    mutationFn: () => call(api.removeWireguardConfig, { params: { id } }),
    onSuccess: leave,
    onError: async (error) => {
      // Another tab was faster: what was wanted is done.
      if (error instanceof ApiError && error.is('not_found')) await leave();
      else notify(errorText(error).text, { id, tone: 'danger' });
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say(texts.revokeTitle, { name })}
      explanation={say(texts.revokeExplanation, { place })}
      actions={
        <>
          <Button weight="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            {texts.revokeConfirm}
          </Button>
          <Button weight="secondary" onClick={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    />
  );
}
