import { cancelPlanTexts as texts, errorText, formatDay, formatText, formatMoney } from '@comet/texts';
import { Banner, Button, Dialog, RadioRows } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { newIdempotencyKey } from '../../platform/data/idempotency-key.ts';
import { StoreLink, type Subscription, subscriptionQuery } from '../subscription/index.ts';

type Reason = 'price' | 'unused' | 'technical' | 'other';

interface CancelDialogProps {
  readonly open: boolean;
  /** The subscription as it was when the dialog was opened. */
  readonly subscription: Subscription;
  readonly onClose: () => void;
}

/** Cancels the renewal after one confirmation. An optional form for the reason follows. */
export default function CancelDialog({ open, subscription, onClose }: CancelDialogProps) {
  const cancel = useCancellation();
  const date = formatDay(subscription.activeUntil);
  if (cancel.isSuccess) return <CancelledDialog open={open} date={date} onClose={onClose} />;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      explanation={effectText(subscription, date)}
      actions={
        <>
          <Button weight="danger" busy={cancel.isPending} onClick={() => cancel.mutate(null)}>
            {texts.confirm}
          </Button>
          <Button weight="secondary" onClick={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    >
      {cancel.error !== null && (
        <Banner tone="danger" urgent action={<StoreLink source={subscription.source} />}>
          {errorText(cancel.error).text}
        </Banner>
      )}
    </Dialog>
  );
}

/** One key for all attempts: an attempt whose cancellation was lost is not repeated on the server. */
function useCancellation(onDone?: () => void) {
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  return useMutation({
    mutationFn: (reason: Reason | null) => call(api.cancelSubscription, { body: { reason }, idempotencyKey }),
    onSuccess: ({ subscription }) => {
      queryClient.setQueryData(subscriptionQuery.queryKey, subscription);
      onDone?.();
    },
  });
}

const reasons: readonly { readonly value: Reason; readonly title: string }[] = [
  { value: 'price', title: texts.price },
  { value: 'unused', title: texts.unused },
  { value: 'technical', title: texts.technical },
  { value: 'other', title: texts.other },
];

interface CancelledDialogProps {
  readonly open: boolean;
  readonly date: string;
  readonly onClose: () => void;
}

function CancelledDialog({ open, date, onClose }: CancelledDialogProps) {
  const [reason, setReason] = useState<Reason | null>(null);
  const cancellation = useCancellation(onClose);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={formatText(texts.doneTitle, { date })}
      explanation={texts.doneExplanation}
      actions={
        <>
          <Button weight="secondary" onClick={onClose}>
            {texts.close}
          </Button>
          {reason !== null && (
            <Button busy={cancellation.isPending} onClick={() => cancellation.mutate(reason)}>
              {texts.send}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <p className="m-0 font-semibold">{texts.why}</p>
        <RadioRows legend={texts.why} name="reason" rows={reasons} value={reason} onChange={setReason} />
      </div>
      {cancellation.error !== null && (
        <Banner tone="danger" urgent>
          {errorText(cancellation.error).text}
        </Banner>
      )}
    </Dialog>
  );
}

/** States when the plan ends, and which payment is not charged. */
export function effectText(
  { state, nextPayment }: Pick<Subscription, 'state' | 'nextPayment'>,
  date: string,
): string {
  if (state === 'past_due' || nextPayment === null) return formatText(texts.effectWithoutCharge, { date });
  return formatText(texts.effect, {
    date,
    amount: formatMoney(nextPayment.amount),
    due: formatDay(nextPayment.at),
  });
}
