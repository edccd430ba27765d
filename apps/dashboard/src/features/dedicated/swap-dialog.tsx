import { dedicatedTexts as texts, say } from '@comet/texts';
import { Dialog, RadioRows } from '@comet/ui';
import { useState } from 'react';
import { DialogForm, useForm } from '../../platform/form/index.ts';

const reasons = ['refused', 'wrong_place', 'slow', 'other'] as const;
export type SwapReason = (typeof reasons)[number];

interface SwapDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly address: string;
  /** The country's name, as it stands within a sentence. */
  readonly country: string;
  readonly swap: (reason: SwapReason) => Promise<unknown>;
}

/** Asks before an address is given up for another one. */
export function SwapDialog({ open, onClose, address, country, swap }: SwapDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say(texts.swapTitle, { address })}
      explanation={say(texts.swapConsequence, { country })}
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
