import { passkeysTexts as texts, say } from '@comet/texts';
import { Dialog, useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, api, call } from '../../platform/api.ts';
import { type Proof, ProofForm } from '../account/index.ts';
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
  const remove = async (proof: Proof) => {
    try {
      await call(api.removePasskey, { params: { id }, body: proof });
    } catch (error) {
      // Another tab was faster: what was wanted is done.
      if (!(error instanceof ApiError && error.is('not_found'))) throw error;
    }
    await leave();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say(texts.removeTitle, { name })}
      explanation={texts.removeExplanation}
    >
      <ProofForm
        submit={texts.removeConfirm}
        weight="danger"
        cancel={texts.keep}
        onCancel={onClose}
        onProof={remove}
      />
    </Dialog>
  );
}
