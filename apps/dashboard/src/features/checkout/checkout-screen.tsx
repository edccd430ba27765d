import { checkoutTexts, formatMoney, formatText, errorText, validationTexts } from '@comet/texts';
import { RadioRows, Button, LinkAction, TextField } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { userQuery } from '../account/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { formatMonths, offerText, type Plan, plansQuery, subscriptionQuery } from '../subscription/index.ts';
import { couponCode } from './coupon-code.ts';
import { OrderCheckout } from './order-checkout.tsx';

interface CouponFieldProps {
  /** The coupon code that the draft was requested with, if any. */
  readonly code: string | undefined;
  /** The reason for the refusal. */
  readonly refusal: Error | null;
  readonly onChange: (code: string | undefined) => void;
}

/** The coupon: a field to add one, the applied one, or the reason for a refusal. */
function CouponField({ code, refusal, onChange }: CouponFieldProps) {
  const [isOpen, setOpen] = useState(false);
  if (code !== undefined && refusal === null) {
    return (
      <div className="flex items-baseline justify-between gap-6">
        <span className="text-quiet">{formatText(checkoutTexts.codeApplied, { code })}</span>
        <LinkAction onClick={() => onChange(undefined)}>{checkoutTexts.removeCode}</LinkAction>
      </div>
    );
  }
  if (!isOpen && refusal === null) {
    return (
      <div className="flex items-baseline justify-between gap-6">
        <span className="text-quiet">{checkoutTexts.lineCoupon}</span>
        <LinkAction onClick={() => setOpen(true)}>{checkoutTexts.addCode}</LinkAction>
      </div>
    );
  }
  return <CodeForm key={code ?? ''} code={code} refusal={refusal} onChange={onChange} />;
}

function CodeForm({ code, refusal, onChange }: CouponFieldProps) {
  const [typed, setTyped] = useState(code ?? '');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = typed.trim().toUpperCase();
        setMissing(wanted === '');
        if (wanted !== '') onChange(wanted);
      }}
    >
      <TextField
        label={checkoutTexts.code}
        name="coupon"
        mono
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        autoFocus
        value={typed}
        error={isMissing ? validationTexts.required : refusal === null ? undefined : errorText(refusal).text}
        onChange={(event) => {
          setTyped(event.target.value);
          setMissing(false);
        }}
      />
      <div className="pt-6.75">
        <Button type="submit" weight="secondary">
          {checkoutTexts.apply}
        </Button>
      </div>
    </form>
  );
}

const KEY = 'comet:chosen-plan';

/** The plan chosen last in this browser, as its id or its length (`12-months`); the confirmation email's link opens without it. */
function chosenPlan(storage: Pick<Storage, 'getItem'>): string | undefined {
  return storage.getItem(KEY) ?? undefined;
}

function keepChosenPlan(storage: Pick<Storage, 'setItem'>, plan: string): void {
  storage.setItem(KEY, plan);
}

/**
 * The choice of a plan with its cost and payment. Plan and coupon are in the URL, so that they are kept
 * through a sign-in.
 */
export default function CheckoutScreen() {
  useDocumentTitle(checkoutTexts.screen);
  const { plan: wanted, coupon, method } = useSearch({ from: '/data/plans/payment/subscription' });
  const navigate = useNavigate({ from: '/payment/subscription' });
  const [, plans] = useSuspenseQueries({ queries: [subscriptionQuery, plansQuery, userQuery] });
  const [picked, pick] = usePicked(wanted);
  const [before] = useState(() => chosenPlan(localStorage));
  const planId = preselected(plans.data, picked ?? before);
  useEffect(() => {
    if (picked !== undefined) keepChosenPlan(localStorage, picked);
  }, [picked]);
  const go = (next: { readonly plan?: string | undefined; readonly coupon?: string | undefined }) =>
    void navigate({ search: { ...next, method }, replace: true, resetScroll: false });
  return (
    <OrderCheckout
      headline={checkoutTexts.headline}
      step={checkoutTexts.stepPlan}
      orderRequest={
        planId === null
          ? null
          : {
              kind: 'subscription',
              planId,
              ...(coupon === undefined ? {} : { couponCode: couponCode(coupon) }),
            }
      }
      coupon={(refusal) => (
        <CouponField
          code={coupon}
          refusal={refusal}
          onChange={(code) => go({ plan: picked, coupon: code })}
        />
      )}
    >
      <RadioRows
        legend={checkoutTexts.plans}
        name="plan"
        rows={plans.data.map((plan) => rowOf(plan))}
        value={planId}
        onChange={(plan) => {
          pick(plan);
          go({ plan, coupon });
        }}
      />
    </OrderCheckout>
  );
}

/** The choice is shown at once; the URL is updated afterwards, and is read when it is changed otherwise. */
function usePicked(wanted: string | undefined) {
  const [picked, pick] = useState(wanted);
  const [known, setKnown] = useState(wanted);
  if (wanted !== known) {
    setKnown(wanted);
    pick(wanted);
  }
  return [picked, pick] as const;
}

function rowOf(plan: Plan) {
  const detail = offerText(plan);
  return {
    value: plan.id,
    title: formatMonths(plan.months),
    ...(detail === undefined ? {} : { detail }),
    figure: formatMoney(plan.monthlyPrice),
    figureDetail:
      plan.months === 1
        ? checkoutTexts.aMonth
        : formatText(checkoutTexts.aMonthNow, { amount: formatMoney(plan.price) }),
  };
}

/**
 * The selected plan when the screen opens: the requested one by its id or, as the price list links it, by its length (`12-months`);
 * else the one for a year, else the first.
 */
function preselected(
  plans: readonly { readonly id: string; readonly months: number }[],
  wanted: string | undefined,
): string | null {
  const plan =
    plans.find(({ id, months }) => id === wanted || `${months}-months` === wanted) ??
    plans.find(({ months }) => months === 12) ??
    plans[0];
  return plan?.id ?? null;
}
