import {
  changePlanTexts as texts,
  navigationTexts,
  formatDay,
  say,
  errorText,
  formatMoney,
} from '@comet/texts';
import {
  Stepper,
  buttonClasses,
  Headline,
  LinkAction,
  Button,
  RadioRows,
  Banner,
  Row,
  Rows,
} from '@comet/ui';
import { useSuspenseQueries, useMutation, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { randomKey } from '../../platform/storage/random-key.ts';
import { userQuery } from '../account/index.ts';
import { Breadcrumb, useDocumentTitle } from '../shell/index.ts';
import {
  isChangeable,
  plansQuery,
  subscriptionQuery,
  type Subscription,
  useUndo,
  type Plan,
  StoreLink,
} from '../subscription/index.ts';
import { OfferStep } from './offer-step.tsx';
import { searchOf, type Step, stepBefore, stepNumber, stepOf, longerPlans, type Reason } from './steps.ts';

interface EffectStepProps {
  readonly reason: Exclude<Reason, 'longer'>;
  readonly subscription: Subscription;
  readonly onBack: (() => void) | null;
  readonly onDone: () => void;
}

/** What happens on cancelling, row by row, before it is done. */
function EffectStep({ reason, subscription, onBack, onDone }: EffectStepProps) {
  const queryClient = useQueryClient();
  // One key for all attempts: an attempt whose response was lost is not repeated on the server.
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

/** The change to another plan, and the cancellation: reason, options, effect, done. */
export default function ChangePlanScreen() {
  useDocumentTitle(texts.screen);
  const [subscription, plans] = useSuspenseQueries({ queries: [subscriptionQuery, plansQuery, userQuery] });
  const navigate = useNavigate({ from: '/dash/change-plan' });
  const named = stepOf(useSearch({ from: '/data/dash/dash/change-plan' }));
  const [isDone, setDone] = useState(false);
  const step: Step = isDone && named.name === 'effect' ? { name: 'done' } : named;
  const go = (next: typeof named, { replace = false } = {}) =>
    void navigate({ search: searchOf(next), replace, resetScroll: false });
  const top = useFocusOn(step.name);
  const { data: present } = subscription;
  const isOver = present?.state === 'cancelled' && step.name !== 'done';
  if (present === null || isOver || (step.name !== 'done' && !isChangeable(present)))
    return <Navigate to="/dash/home/" />;
  const before = stepBefore(step);
  const onBack = before === null ? null : () => go(before, { replace: true });
  return (
    <div className="flex flex-col gap-10">
      <div className="flex max-w-120 flex-col gap-4">
        <Breadcrumb to="/dash/home/" name={navigationTexts.home} />
        <Stepper
          label={texts.stepsName}
          steps={[texts.stepReason, texts.stepOffer, texts.stepEffect, texts.stepDone]}
          current={stepNumber[step.name]}
        />
      </div>
      <div ref={top} tabIndex={-1} className="flex flex-col gap-8 outline-none">
        {step.name === 'reason' && (
          <ReasonStep
            chosen={step.reason}
            subscription={present}
            plans={plans.data}
            onChoose={(reason) => go({ name: 'reason', reason }, { replace: true })}
            onOffer={(reason) => go({ name: 'offer', reason })}
          />
        )}
        {step.name === 'offer' && (
          <OfferStep
            reason={step.reason}
            subscription={present}
            plans={plans.data}
            onBack={onBack}
            onGoOn={() => go({ name: 'effect', reason: step.reason })}
          />
        )}
        {step.name === 'effect' && (
          <EffectStep
            reason={step.reason}
            subscription={present}
            onBack={onBack}
            onDone={() => setDone(true)}
          />
        )}
        {step.name === 'done' && <DoneStep subscription={present} />}
      </div>
    </div>
  );
}

/** Each new step is announced to screen readers from its heading. */
function useFocusOn(step: Step['name']) {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) top.current?.focus();
    shown.current = step;
  }, [step]);
  return top;
}

/** It is done, and can be undone right here. */
function DoneStep({ subscription }: { readonly subscription: Subscription }) {
  const navigate = useNavigate();
  const undo = useUndo(() => void navigate({ to: '/dash/home/' }));
  const runs = subscription.state === 'cancelled';
  const date = formatDay(subscription.activeUntil);
  return (
    <>
      <Headline explanation={texts.doneExplanation}>
        {runs ? say(texts.doneHeadline, { date }) : texts.doneEnded}
      </Headline>
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        <Link to="/dash/home/" className={buttonClasses('secondary')}>
          {texts.toHome}
        </Link>
        {subscription.canBeUndone && (
          <LinkAction aria-busy={undo.isPending || undefined} onClick={() => undo.isPending || undo.mutate()}>
            {texts.undoNow}
          </LinkAction>
        )}
      </div>
    </>
  );
}

interface ReasonStepProps {
  readonly chosen: Reason | null;
  readonly subscription: Subscription;
  readonly plans: readonly Plan[];
  readonly onChoose: (reason: Reason) => void;
  readonly onOffer: (reason: Exclude<Reason, 'longer'>) => void;
}

/** The choices: a longer plan first, cancelling with the same prominence. */
function ReasonStep({ chosen, subscription, plans, onChoose, onOffer }: ReasonStepProps) {
  const navigate = useNavigate();
  const canGrow =
    (subscription.state === 'active' || subscription.state === 'trialing') &&
    longerPlans(plans, subscription).length > 0;
  const rows = [
    ...(canGrow ? [{ value: 'longer' as const, title: texts.longer, detail: texts.longerDetail }] : []),
    { value: 'price' as const, title: texts.price },
    { value: 'unused' as const, title: texts.unused },
    { value: 'technical' as const, title: texts.technical },
    { value: 'other' as const, title: texts.other },
  ];
  const goOn = () => {
    if (chosen === 'longer') void navigate({ to: '/payment/subscription/upgrade' });
    else if (chosen !== null) onOffer(chosen);
  };
  return (
    <>
      <div className="flex flex-col gap-3">
        <Headline>{texts.reasonHeadline}</Headline>
        <RadioRows legend={texts.reasons} name="reason" rows={rows} value={chosen} onChange={onChoose} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button disabled={chosen === null} onClick={goOn}>
          {texts.continue}
        </Button>
        <Link to="/dash/home/" className={buttonClasses('secondary')}>
          {texts.keep}
        </Link>
      </div>
    </>
  );
}
