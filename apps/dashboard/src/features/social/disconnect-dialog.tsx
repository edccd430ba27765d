import { connectedAccountsTexts as texts, errorText, providerNames, say } from '@comet/texts';
import { Banner, Button, Dialog, useNotify } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, call } from '../../platform/api.ts';
import { identitiesQuery, type Identity } from './identities.ts';

interface DisconnectDialogProps {
  readonly identity: Identity;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before a way in is taken away. */
export function DisconnectDialog({ identity, open, onClose }: DisconnectDialogProps) {
  const { id } = identity;
  const provider = providerNames[identity.provider];
  const notify = useNotify();
  const queryClient = useQueryClient();
  const done = async () => {
    notify(say(texts.disconnected, { provider }), { id });
    onClose();
    await queryClient.invalidateQueries(identitiesQuery);
  };
  const remove = useMutation({
    mutationFn: () => call(api.removeIdentity, { params: { id } }),
    onSuccess: done,
    onError: async (error) => {
      // Another tab was faster: what was wanted is done.
      if (error instanceof ApiError && error.is('not_found')) await done();
    },
  });
  return (
    <Dialog
      open={open}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      title={say(texts.disconnectTitle, { provider })}
      explanation={texts.disconnectExplanation}
      actions={
        <>
          <Button weight="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {texts.disconnectConfirm}
          </Button>
          <Button weight="secondary" onClick={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    >
      {remove.error !== null && (
        <Banner tone="danger" urgent>
          {errorText(remove.error).text}
        </Banner>
      )}
    </Dialog>
  );
}
