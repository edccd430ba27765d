import { deletionTexts as texts, plural, say } from '@comet/texts';
import { Dialog } from '@comet/ui';
import { useState } from 'react';
import { accountDeletedAddress } from '../../platform/addresses.ts';
import { api, call } from '../../platform/api.ts';
import { randomKey } from '../../platform/random-key.ts';
import { endSession } from '../../platform/session.ts';
import { type Proof, ProofForm } from '../account/index.ts';

interface DeleteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Days that go with the account. */
  readonly forfeited: number;
}

/** The last question. Once it is answered, this browser keeps nothing of the account. */
export function DeleteDialog({ open, onClose, forfeited }: DeleteDialogProps) {
  // One key for all tries: a try whose answer was lost is not made twice.
  const [idempotencyKey] = useState(randomKey);
  const remove = async (proof: Proof) => {
    const dates = await call(api.deleteAccount, { body: proof, idempotencyKey });
    endSession(accountDeletedAddress(dates));
    // The page is on its way out: the form stays busy until it is gone.
    await new Promise(() => {});
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.dialogTitle}
      explanation={
        forfeited === 0
          ? texts.dialogExplanation
          : say(plural(forfeited, texts.dialogForfeit), { count: forfeited })
      }
    >
      <ProofForm
        submit={texts.submit}
        weight="danger"
        cancel={texts.keepIt}
        onCancel={onClose}
        onProof={remove}
      />
    </Dialog>
  );
}
