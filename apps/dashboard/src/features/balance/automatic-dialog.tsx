import { type Money } from '@comet/foundation';
import {
  automaticTexts as texts,
  formatMoney,
  formatText,
  servicesTexts,
  validationTexts,
} from '@comet/texts';
import { Dialog, NumberField, SwitchField } from '@comet/ui';
import { useState } from 'react';
import { DialogForm, useForm } from '../../platform/form/index.ts';
import { type Automatic, gigabytesOf } from './balance.ts';

interface AutomaticDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly present: Automatic | null;
  /** Price of a gigabyte; null while it is not on sale. */
  readonly price: Money | null;
  readonly save: (automatic: Automatic | null) => Promise<unknown>;
}

/** Settings of the automatic top-up: threshold, amount and price. */
export function AutomaticDialog({ open, onClose, ...rest }: AutomaticDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.title} explanation={texts.explanation}>
      <AutomaticForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

const amount = { holds: (typed: string) => gigabytesOf(typed) !== null, text: texts.wrong };

/** A purchase restores at least the threshold; otherwise another one would follow at once. */
const enough = {
  holds: (typed: string, { belowGigabytes }: Readonly<Record<string, string>>) =>
    Number(typed) >= Number(belowGigabytes),
  text: texts.tooFew,
  comparedWith: 'belowGigabytes',
} as const;

/** Its state is reset with each opening: the dialog renders its children only while it is open. */
function AutomaticForm({ present, price, save, onClose }: Omit<AutomaticDialogProps, 'open'>) {
  const [isOn, setOn] = useState(present !== null);
  const [wanted, setWanted] = useState(String(present?.gigabytes ?? 10));
  const form = useForm({
    fields: { belowGigabytes: String(present?.belowGigabytes ?? 1), gigabytes: wanted },
    checks: isOn ? { belowGigabytes: [amount], gigabytes: [amount, enough] } : {},
    onSubmit: async ({ belowGigabytes, gigabytes }) => {
      const below = gigabytesOf(belowGigabytes);
      const more = gigabytesOf(gigabytes);
      await save(isOn && below !== null && more !== null ? { belowGigabytes: below, gigabytes: more } : null);
      onClose();
    },
  });
  const gigabytes = form.field('gigabytes');
  const chosen = gigabytesOf(wanted);
  return (
    <DialogForm state={form} submit={texts.save} cancel={texts.cancel} onClose={onClose}>
      <SwitchField label={texts.on} checked={isOn} onChange={setOn} />
      {isOn && (
        <>
          <NumberField
            label={texts.below}
            wholeOnly={validationTexts.wholeGigabytes}
            maxLength={4}
            {...form.field('belowGigabytes')}
          />
          <NumberField
            label={texts.gigabytes}
            wholeOnly={validationTexts.wholeGigabytes}
            maxLength={4}
            {...gigabytes}
            hint={
              chosen === null || price === null
                ? servicesTexts.gigabytesHint
                : formatText(texts.each, { price: formatMoney({ ...price, amount: price.amount * chosen }) })
            }
            onChange={(event) => {
              setWanted(event.target.value);
              return gigabytes.onChange(event);
            }}
          />
        </>
      )}
    </DialogForm>
  );
}
