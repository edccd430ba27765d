import { errorText, formatMoney, refundTexts as texts, formatText } from '@comet/texts';
import { Button, Dialog, useNotify } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { newIdempotencyKey } from '../../platform/data/idempotency-key.ts';
import { type Subscription, subscriptionQuery } from '../subscription/index.ts';
import { paymentsQuery } from '../receipt/index.ts';

interface RefundDialogProps {
  readonly open: boolean;
  /** The amount of the refund. */
  readonly amount: NonNullable<Subscription['moneyBackAmount']>;
  readonly onClose: () => void;
}

/** Confirms a refund request. */
export default function RefundDialog({ open, amount, onClose }: RefundDialogProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  // One key for all attempts: an attempt whose response was lost is not repeated on the server.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const ask = useMutation({
    mutationFn: () => call(api.requestRefund, { idempotencyKey }),
    onSuccess: async ({ subscription }) => {
      queryClient.setQueryData(subscriptionQuery.queryKey, subscription);
      notify(texts.asked, { id: 'refund' });
      onClose();
      await queryClient.invalidateQueries(paymentsQuery);
    },
    onError: (error) => notify(errorText(error).text, { id: 'refund', tone: 'danger' }),
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      explanation={formatText(texts.explanation, { amount: formatMoney(amount) })}
      actions={
        <>
          <Button weight="danger" busy={ask.isPending} onClick={() => ask.mutate()}>
            {texts.confirm}
          </Button>
          <Button weight="secondary" onClick={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    />
  );
}
