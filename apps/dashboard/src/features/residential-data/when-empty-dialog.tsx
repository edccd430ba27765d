import { residentialDataTexts as texts } from '@comet/texts';
import { Dialog, RadioRows } from '@comet/ui';
import { useState } from 'react';
import { DialogForm, useForm } from '../../platform/form/index.ts';

const choices = ['block', 'standard'] as const;
export type WhenEmpty = (typeof choices)[number];

interface WhenEmptyDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly present: WhenEmpty;
  readonly save: (whenEmpty: WhenEmpty) => Promise<unknown>;
}

/** What becomes of a Native Residential connection that has used up the last byte. */
export function WhenEmptyDialog({ open, onClose, ...rest }: WhenEmptyDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.whenEmptyTitle}
      explanation={texts.whenEmptyExplanation}
    >
      <WhenEmptyForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function WhenEmptyForm({ present, save, onClose }: Omit<WhenEmptyDialogProps, 'open'>) {
  const [chosen, choose] = useState(present);
  const form = useForm({
    fields: {},
    onSubmit: async () => {
      await save(chosen);
      onClose();
    },
  });
  return (
    <DialogForm state={form} submit={texts.save} cancel={texts.cancel} onClose={onClose}>
      <RadioRows
        legend={texts.whenEmpty}
        name="when-empty"
        rows={choices.map((value) => ({
          value,
          title: texts.choices[value],
          detail: texts.choiceDetails[value],
        }))}
        value={chosen}
        onChange={choose}
      />
    </DialogForm>
  );
}
