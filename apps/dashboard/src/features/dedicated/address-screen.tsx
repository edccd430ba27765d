import { countryInSentence, dedicatedTexts as texts } from '@comet/texts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../platform/confirm-dialog.tsx';
import { serviceQuery } from '../services/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { type AddressAction, AddressView } from './address-view.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { SwapDialog } from './swap-dialog.tsx';
import { useAddressChanges } from './use-address-changes.ts';

/** One address, and what can be done about it. */
export default function AddressScreen() {
  useDocumentTitle(texts.screen);
  const { id } = useParams({ from: '/data/dash/dash/dedicated/$id' });
  const { data: address } = useSuspenseQuery(serviceQuery(id));
  const [doing, setDoing] = useState<AddressAction | null>(null);
  const [now] = useState(() => new Date());
  const changes = useAddressChanges(address);
  const stop = () => setDoing(null);
  return (
    <>
      <AddressView address={address} now={now} onAct={setDoing} />
      <NoteDialog open={doing === 'note'} onClose={stop} note={address.note} save={changes.saveNote} />
      <ConfirmDialog
        open={doing === 'password'}
        onClose={stop}
        title={texts.newPasswordTitle}
        explanation={texts.newPasswordExplanation}
        confirm={texts.newPasswordConfirm}
        keep={texts.keep}
        act={changes.renewPassword}
      />
      <SwapDialog
        open={doing === 'swap'}
        onClose={stop}
        address={address.address ?? ''}
        country={countryInSentence(address.country)}
        swap={changes.swap}
      />
    </>
  );
}
