import { errorText, openvpnFileTexts as texts } from '@comet/texts';
import { Button, Dialog, useNotify } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import { credentialsQuery } from './downloads.ts';

interface RotateDialogProps {
  /** Of the pair that is to be replaced. */
  readonly username: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before every machine that connects by OpenVPN is cut off. */
export function RotateDialog({ username, open, onClose }: RotateDialogProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => call(api.rotateOpenvpnCredentials, { body: { username } }),
    onSuccess: ({ credentials }) => {
      queryClient.setQueryData(credentialsQuery.queryKey, credentials);
      notify(texts.rotated, { id: 'credentials' });
      onClose();
    },
    onError: async (error) => {
      notify(errorText(error).text, { id: 'credentials', tone: 'danger' });
      onClose();
      // Another tab may have replaced them.
      await queryClient.invalidateQueries(credentialsQuery);
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.rotateTitle}
      explanation={texts.rotateExplanation}
      actions={
        <>
          <Button weight="danger" busy={rotate.isPending} onClick={() => rotate.mutate()}>
            {texts.rotateConfirm}
          </Button>
          <Button weight="secondary" onClick={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    />
  );
}
