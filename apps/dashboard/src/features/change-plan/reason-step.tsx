import { changePlanTexts as texts } from '@comet/texts';
import { Button, buttonClasses, Headline, RadioRows } from '@comet/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Plan, Subscription } from '../subscription/index.ts';
import { longerPlans, type Reason } from './steps.ts';

interface ReasonStepProps {
  readonly chosen: Reason | null;
  readonly subscription: Subscription;
  readonly plans: readonly Plan[];
  readonly onChoose: (reason: Reason) => void;
  readonly onOffer: (reason: Exclude<Reason, 'longer'>) => void;
}

/** What somebody wants; a longer plan stands first, leaving is as near. */
export function ReasonStep({ chosen, subscription, plans, onChoose, onOffer }: ReasonStepProps) {
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
