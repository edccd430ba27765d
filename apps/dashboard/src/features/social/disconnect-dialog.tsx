import { connectedAccountsTexts as texts, providerNames, say } from '@comet/texts';
import { Dialog, useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, api, call } from '../../platform/api.ts';
import { type Proof, ProofForm } from '../account/index.ts';
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
  const remove = async (proof: Proof) => {
    try {
      await call(api.removeIdentity, { params: { id }, body: proof });
    } catch (error) {
      // Another tab was faster: what was wanted is done.
      if (!(error instanceof ApiError && error.is('not_found'))) throw error;
    }
    await done();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say(texts.disconnectTitle, { provider })}
      explanation={texts.disconnectExplanation}
    >
      <ProofForm
        submit={texts.disconnectConfirm}
        weight="danger"
        cancel={texts.keep}
        onCancel={onClose}
        onProof={remove}
      />
    </Dialog>
  );
}
