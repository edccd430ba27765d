import { changePlanTexts as texts, navigationTexts } from '@comet/texts';
import { TrailSteps } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { userQuery } from '../account/index.ts';
import { Breadcrumb, useDocumentTitle } from '../shell/index.ts';
import { isChangeable, plansQuery, subscriptionQuery } from '../subscription/index.ts';
import { DoneStep } from './done-step.tsx';
import { EffectStep } from './effect-step.tsx';
import { OfferStep } from './offer-step.tsx';
import { ReasonStep } from './reason-step.tsx';
import { searchOf, type Step, stepBefore, stepNumber, stepOf } from './steps.ts';

/** The way to another plan, and the way out: reason, options, effect, done. */
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
        <TrailSteps
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

/** Each step is read from its beginning, by whoever does not see that it has come. */
function useFocusOn(step: Step['name']) {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) top.current?.focus();
    shown.current = step;
  }, [step]);
  return top;
}
