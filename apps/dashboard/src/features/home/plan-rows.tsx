import { formatMoney } from '@comet/foundation';
import { formatDay, homeTexts, say } from '@comet/texts';
import { linkActionClasses, Row, Rows } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { monthsInWords, type Plan, planInWords, type Subscription } from '../subscription/index.ts';

interface PlanRowsProps {
  readonly subscription: Subscription;
  readonly plan: Plan | undefined;
  readonly devices: { readonly devices: readonly unknown[]; readonly limit: number };
}

/** What the plan is, what it costs next, and what hangs on it. */
export function PlanRows({ subscription, plan, devices }: PlanRowsProps) {
  return (
    <Rows>
      <Row term={homeTexts.plan}>
        {plan === undefined ? monthsInWords(subscription.months) : planInWords(plan)}
      </Row>
      <Row term={homeTexts.nextPayment}>{nextPayment(subscription)}</Row>
      {subscription.source !== 'web' && (
        <Row term={homeTexts.boughtIn}>
          {subscription.source === 'app_store' ? homeTexts.appStore : homeTexts.playStore}
        </Row>
      )}
      {subscription.paymentMethod !== null && (
        <Row term={homeTexts.payment}>{paidBy(subscription.paymentMethod)}</Row>
      )}
      <Row
        term={homeTexts.devices}
        action={
          <Link to="/dash/devices" className={linkActionClasses}>
            {homeTexts.manageDevices}
          </Link>
        }
      >
        {say(homeTexts.devicesOf, { count: devices.devices.length, limit: devices.limit })}
      </Row>
    </Rows>
  );
}

function nextPayment({ nextPayment: next }: Subscription): string {
  if (next === null) return homeTexts.nextPaymentNone;
  return say(homeTexts.nextPaymentOn, { amount: formatMoney(next.amount), date: formatDay(next.at) });
}

function paidBy(method: NonNullable<Subscription['paymentMethod']>): string {
  if (method.kind === 'paypal') return homeTexts.paypal;
  return method.lastDigits === null
    ? homeTexts.card
    : say(homeTexts.cardEnding, { digits: method.lastDigits });
}
