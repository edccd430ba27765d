import { changePlanTexts as texts, errorText, formatDay, formatMoney, say } from '@comet/texts';
import { Banner, Button, buttonClasses, Headline, LinkAction, Row, Rows } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { randomKey } from '../../platform/storage/random-key.ts';
import { StoreLink, type Subscription, subscriptionQuery } from '../subscription/index.ts';
import type { Reason } from './steps.ts';

interface EffectStepProps {
  readonly reason: Exclude<Reason, 'longer'>;
  readonly subscription: Subscription;
  readonly onBack: (() => void) | null;
  readonly onDone: () => void;
}

/** What cancelling means, row by row, before it is done. */
export function EffectStep({ reason, subscription, onBack, onDone }: EffectStepProps) {
  const queryClient = useQueryClient();
  // One key for all tries: a try whose answer was lost is not made twice.
  const [idempotencyKey] = useState(randomKey);
  const cancel = useMutation({
    mutationFn: () => call(api.cancelSubscription, { body: { reason }, idempotencyKey }),
    onSuccess: (answer) => {
      onDone();
      queryClient.setQueryData(subscriptionQuery.queryKey, answer.subscription);
    },
  });
  const { nextPayment, state } = subscription;
  const date = formatDay(subscription.activeUntil);
  const isDue = state === 'past_due';
  return (
    <>
      <Headline>{texts.effectHeadline}</Headline>
      <Rows>
        <Row term={texts.works}>{say(texts.worksUntil, { date })}</Row>
        <Row term={texts.nextPayment}>
          {nextPayment === null || isDue
            ? texts.nothingCharged
            : say(texts.nextPaymentNone, {
                amount: formatMoney(nextPayment.amount),
                date: formatDay(nextPayment.at),
              })}
        </Row>
        <Row term={texts.devices}>{texts.devicesStay}</Row>
        <Row term={texts.undo}>{isDue ? texts.chooseAgain : say(texts.undoUntil, { date })}</Row>
      </Rows>
      {cancel.error !== null && (
        <Banner tone="danger" urgent action={<StoreLink source={subscription.source} />}>
          {errorText(cancel.error).text}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <Button weight="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {texts.confirm}
        </Button>
        <Link to="/dash/home/" className={buttonClasses('secondary')}>
          {texts.keep}
        </Link>
        {onBack !== null && <LinkAction onClick={onBack}>{texts.back}</LinkAction>}
      </div>
    </>
  );
}
