import { passkeysTexts as texts, say } from '@comet/texts';
import { Dialog, useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, call } from '../../platform/api.ts';
import { type Proof, ProofForm } from '../account/index.ts';
import { leaveCeremony, makePasskey } from './ceremony.ts';
import { passkeysQuery } from './passkeys.ts';

interface AddDialogProps {
  readonly onClose: () => void;
}

/** Asks who it is, then hands over to the browser. Whoever closes it takes the browser's question away as well. */
export function AddDialog({ onClose }: AddDialogProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  useEffect(() => () => void leaveCeremony(), []);
  const add = async (proof: Proof) => {
    const { options } = await call(api.beginPasskey, { body: proof });
    const credential = await makePasskey(options);
    const { passkey } = await call(api.addPasskey, { body: { credential } });
    await queryClient.invalidateQueries(passkeysQuery);
    notify(say(texts.added, { name: passkey.name }), { id: passkey.id });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={texts.addTitle} explanation={texts.addExplanation}>
      <ProofForm submit={texts.continue} cancel={texts.cancel} onCancel={onClose} onProof={add} />
    </Dialog>
  );
}
