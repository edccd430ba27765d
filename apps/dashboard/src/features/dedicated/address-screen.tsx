import { countryInSentence, dedicatedTexts as texts, ReadableError, formatText } from '@comet/texts';
import { Dialog, TextField, useNotify, RadioRows } from '@comet/ui';
import { useSuspenseQueries, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, api, call } from '../../platform/data/api.ts';
import { DialogForm, useForm } from '../../platform/form/index.ts';
import { ConfirmDialog } from '../../platform/screen/confirm-dialog.tsx';
import { pricesQuery, serviceQuery, servicesQuery } from '../services/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { type AddressAction, AddressView } from './address-view.tsx';
import type { DedicatedIp } from './dedicated-ip.ts';

const reasons = ['refused', 'wrong_place', 'slow', 'other'] as const;
type SwapReason = (typeof reasons)[number];

interface SwapDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly address: string;
  /** The country's name in the form used within a sentence. */
  readonly country: string;
  readonly swap: (reason: SwapReason) => Promise<unknown>;
}

/** Confirms before an address is replaced by another one. */
function SwapDialog({ open, onClose, address, country, swap }: SwapDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={formatText(texts.swapTitle, { address })}
      explanation={formatText(texts.swapConsequence, { country })}
    >
      <SwapForm swap={swap} onClose={onClose} />
    </Dialog>
  );
}

function SwapForm({ swap, onClose }: Pick<SwapDialogProps, 'swap' | 'onClose'>) {
  const [reason, setReason] = useState<SwapReason>('refused');
  const form = useForm({
    fields: {},
    onSubmit: async () => {
      await swap(reason);
      onClose();
    },
  });
  return (
    <DialogForm state={form} submit={texts.swapConfirm} weight="danger" cancel={texts.keep} onClose={onClose}>
      <RadioRows
        legend={texts.swapReason}
        name="reason"
        rows={reasons.map((value) => ({ value, title: texts.swapReasons[value] }))}
        value={reason}
        onChange={setReason}
      />
    </DialogForm>
  );
}

const maxNoteLength = 200;

interface NoteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly note: string;
  readonly save: (note: string) => Promise<unknown>;
}

/** The owner's note on an address. */
function NoteDialog({ open, onClose, ...rest }: NoteDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.noteTitle}>
      <NoteForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function NoteForm({ note, save, onClose }: Omit<NoteDialogProps, 'open'>) {
  const form = useForm({
    fields: { note },
    onSubmit: async (values) => {
      await save(values.note.trim());
      onClose();
    },
  });
  return (
    <DialogForm state={form} submit={texts.save} cancel={texts.cancel} onClose={onClose}>
      <TextField label={texts.note} hint={texts.noteHint} maxLength={maxNoteLength} {...form.field('note')} />
    </DialogForm>
  );
}

/** One address with the actions on it. */
export default function AddressScreen() {
  useDocumentTitle(texts.screen);
  const { id } = useParams({ from: '/data/dash/dash/dedicated/$id' });
  const [{ data: address }, { data: prices }] = useSuspenseQueries({
    queries: [serviceQuery(id), pricesQuery],
  });
  const [doing, setDoing] = useState<AddressAction | null>(null);
  const [now] = useState(() => new Date());
  const changes = useAddressChanges(address);
  const stop = () => setDoing(null);
  return (
    <>
      <AddressView address={address} prices={prices.dedicatedIps} now={now} onAct={setDoing} />
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

/** Actions on an address. Each updates the screen when it settles, and notifies. */
function useAddressChanges({ id, address, country }: DedicatedIp) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const settled = async (text: string) => {
    notify(text, { id });
    await queryClient.invalidateQueries({ queryKey: servicesQuery.queryKey });
  };
  return {
    saveNote: async (note: string) => {
      await call(api.noteService, { params: { id }, body: { note } });
      await settled(texts.noteSaved);
    },
    renewPassword: async () => {
      await call(api.rotateServicePassword, { params: { id } });
      await settled(texts.passwordChanged);
    },
    swap: async (reason: SwapReason) => {
      const { shown, already } = await swapAddress(address, {
        swap: async () => (await call(api.swapAddress, { params: { id }, body: { reason } })).service,
        look: async () => {
          const { service } = await call(api.showService, { params: { id } });
          queryClient.setQueryData(serviceQuery(id).queryKey, service);
          return service;
        },
      }).catch((error: unknown) => {
        if (error instanceof ApiError && error.is('address_sold_out'))
          throw new ReadableError(formatText(texts.swapNone, { country: countryInSentence(country) }));
        throw error;
      });
      queryClient.setQueryData(serviceQuery(id).queryKey, shown);
      await settled(
        formatText(already ? texts.swappedElsewhere : texts.swapped, { address: shown.address ?? '' }),
      );
    },
  };
}

interface Swapping<Shown> {
  /** Requests a replacement of this address. */
  readonly swap: () => Promise<Shown>;
  /** Fetches and shows the current address. */
  readonly look: () => Promise<Shown>;
}

interface Swapped<Shown> {
  readonly shown: Shown;
  /** True if another window replaced the address before. */
  readonly already: boolean;
}

/**
 * Swaps `address` for another. After a refusal the current address is read: if it has changed, for example in
 * another window, it is the result. Throws the refusal otherwise.
 */
export async function swapAddress<Shown extends Pick<DedicatedIp, 'address'>>(
  address: string | null,
  { swap, look }: Swapping<Shown>,
): Promise<Swapped<Shown>> {
  try {
    return { shown: await swap(), already: false };
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal;
    const shown = await look().catch(() => null);
    if (shown === null || shown.address === null || shown.address === address) throw refusal;
    return { shown, already: true };
  }
}
