import { changePlanTexts as texts, formatDay, formatMoney, say } from '@comet/texts';
import { Button, buttonClasses, Headline, LinkAction, linkActionClasses, Row, Rows } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { RefundDialog } from '../billing/index.ts';
import { formatMonths, type Plan, type Subscription } from '../subscription/index.ts';
import { cheaperPlan, type Reason } from './steps.ts';

interface OfferStepProps {
  readonly reason: Exclude<Reason, 'longer'>;
  readonly subscription: Subscription;
  readonly plans: readonly Plan[];
  readonly onBack: (() => void) | null;
  readonly onGoOn: () => void;
}

/** An alternative to cancelling, shown once; both buttons have the same weight. */
export function OfferStep({ reason, subscription, plans, onBack, onGoOn }: OfferStepProps) {
  const { headline, explanation, longer } = offerFor(reason, subscription, plans);
  const [isAsking, setAsking] = useState(false);
  const { moneyBackUntil } = subscription;
  return (
    <>
      <Headline explanation={explanation}>{headline}</Headline>
      {longer && (
        <Link to="/payment/subscription/upgrade" className={`${linkActionClasses} self-start`}>
          {texts.seeLonger}
        </Link>
      )}
      {moneyBackUntil !== null && (
        <Rows>
          <Row
            term={texts.moneyBack}
            action={<LinkAction onClick={() => setAsking(true)}>{texts.askRefund}</LinkAction>}
          >
            {say(texts.moneyBackUntil, { date: formatDay(moneyBackUntil) })}
            <RefundDialog open={isAsking} onClose={() => setAsking(false)} />
          </Row>
        </Rows>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <Button weight="secondary" onClick={onGoOn}>
          {texts.goOnCancel}
        </Button>
        <Link to="/dash/home/" className={buttonClasses('secondary')}>
          {texts.keep}
        </Link>
        {onBack !== null && <LinkAction onClick={onBack}>{texts.back}</LinkAction>}
      </div>
    </>
  );
}

function offerFor(
  reason: Exclude<Reason, 'longer'>,
  subscription: Subscription,
  plans: readonly Plan[],
): { readonly headline: string; readonly explanation: string; readonly longer: boolean } {
  const runs = subscription.state === 'active' || subscription.state === 'trialing';
  const cheaper = runs ? cheaperPlan(plans, subscription) : null;
  switch (reason) {
    case 'price': {
      if (cheaper === null)
        return {
          headline: texts.offerPriceNone,
          explanation: texts.offerPriceNoneExplanation,
          longer: false,
        };
      const values = {
        plan: formatMonths(cheaper.plan.months),
        price: formatMoney(cheaper.plan.monthlyPrice),
        present: formatMoney(cheaper.present.monthlyPrice),
      };
      return {
        headline: texts.offerPrice,
        explanation: say(texts.offerPriceExplanation, values),
        longer: true,
      };
    }
    case 'unused':
      return { headline: texts.offerUnused, explanation: texts.offerUnusedExplanation, longer: false };
    case 'technical':
      return { headline: texts.offerTechnical, explanation: texts.offerTechnicalExplanation, longer: false };
    case 'other':
      return { headline: texts.offerOther, explanation: texts.offerOtherExplanation, longer: false };
  }
}
