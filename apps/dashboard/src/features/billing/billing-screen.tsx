import { billingTexts, billingTexts as texts, formatDay, formatMoney, formatText } from '@comet/texts';
import { buttonClasses, EmptyState, Headline, Row, Rows } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { userQuery } from '../account/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { subscriptionQuery, formatMonths } from '../subscription/index.ts';
import { InvoiceAction, type Payment, paymentsQuery } from '../receipt/index.ts';
import { PortalAction } from './portal-action.tsx';
import { RefundBanner } from './refund-banner.tsx';

/** The purchase that was paid: `Comet, 12 months`. */
export function paymentItemText({ item }: Pick<Payment, 'item'>): string {
  switch (item.kind) {
    case 'subscription':
      return formatText(billingTexts.subscription, { plan: formatMonths(item.months) });
    case 'plan_change':
      return formatText(billingTexts.planChange, { plan: formatMonths(item.months) });
    case 'residential_data':
      return formatText(billingTexts.residentialData, { count: item.gigabytes });
    case 'dedicated_ip':
      return formatText(billingTexts.dedicatedIp, { months: formatMonths(item.months) });
    case 'dedicated_ip_extension':
      return formatText(billingTexts.dedicatedIpExtension, { months: formatMonths(item.months) });
    case 'proxy_traffic':
      return formatText(billingTexts.proxyTraffic, { count: item.gigabytes });
  }
}

/** Date and method: `21 November 2026, card ending 4242`. */
export function paymentDateText({ at, method }: Pick<Payment, 'at' | 'method'>): string {
  const date = formatDay(at);
  return method === null ? date : formatText(billingTexts.when, { date, method: paymentMethodLabel(method) });
}

function paymentMethodLabel({ kind, lastDigits }: NonNullable<Payment['method']>): string {
  if (kind === 'paypal') return billingTexts.paypal;
  if (kind === 'crypto') return billingTexts.crypto;
  return lastDigits === null
    ? billingTexts.card
    : formatText(billingTexts.cardEnding, { digits: lastDigits });
}

/** The tax in a payment, as the provider reports it. */
export function taxText({ tax }: Pick<Payment, 'tax'>): string {
  return tax.amount === 0
    ? billingTexts.withoutTax
    : formatText(billingTexts.withTax, { amount: formatMoney(tax) });
}

/** Returns the text of a payment's state; null for `paid`. */
export function paymentStateText({ state, givenBack }: Pick<Payment, 'state' | 'givenBack'>): string | null {
  switch (state) {
    case 'paid':
      return null;
    case 'returning':
      return billingTexts.returning;
    case 'refund_pending':
      return billingTexts.refundPending;
    case 'refund_rejected':
      return billingTexts.refundRejected;
    case 'partly_refunded':
      return formatText(billingTexts.partlyRefunded, { amount: formatMoney(givenBack) });
    case 'refunded':
      return billingTexts.refunded;
    case 'disputed':
      return billingTexts.disputed;
  }
}

/** The payments with their invoices, and the link to the payment methods. */
export default function BillingScreen() {
  useDocumentTitle(texts.screen);
  const [payments, subscription] = useSuspenseQueries({
    queries: [paymentsQuery, subscriptionQuery, userQuery],
  });
  const isEmpty = payments.data.length === 0;
  const atPaddle = payments.data.some(({ hasInvoice }) => hasInvoice) || hasCard(subscription.data);
  return (
    <div className="flex flex-col gap-10">
      <Headline explanation={isEmpty ? undefined : texts.explanation}>{texts.headline}</Headline>
      {subscription.data !== null && <RefundBanner subscription={subscription.data} />}
      {isEmpty ? (
        <EmptyState
          picture={<BillingPicture />}
          action={
            subscription.data === null && (
              <Link to="/payment/subscription" className={buttonClasses('primary')}>
                {texts.choosePlan}
              </Link>
            )
          }
        >
          {texts.none}
        </EmptyState>
      ) : (
        <ul aria-label={texts.list} className="m-0 list-none border-t border-line p-0">
          {payments.data.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      {atPaddle && (
        <Rows>
          <Row term={texts.portal} action={<PortalAction opens="overview" />}>
            {texts.portalExplanation}
          </Row>
        </Rows>
      )}
    </div>
  );
}

function hasCard(subscription: { readonly source: string; readonly paymentMethod: unknown } | null): boolean {
  return subscription !== null && subscription.source === 'web' && subscription.paymentMethod !== null;
}

/** One payment: purchase, date, method, state, amount, and the link to its invoice. */
function PaymentRow({ payment }: { readonly payment: Payment }) {
  const became = paymentStateText(payment);
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-6 gap-y-1 border-b border-line py-3.5 sm:grid-cols-[1fr_auto_6rem]">
      <div className="row-span-2 min-w-0">
        <p className="m-0">{paymentItemText(payment)}</p>
        <p className="m-0 text-small text-quiet">{paymentDateText(payment)}</p>
        <p className="m-0 text-small text-quiet">
          {formatText(texts.order, { number: payment.orderNumber })}
        </p>
        {became !== null && <p className="m-0 text-small text-warn">{became}</p>}
      </div>
      <div className="text-right">
        <p className="m-0 text-body tabular-nums">{formatMoney(payment.amount)}</p>
        <p className="m-0 text-small text-quiet">{taxText(payment)}</p>
      </div>
      <div className="col-start-2 text-right sm:col-start-3 sm:row-start-1">
        {payment.hasInvoice && <InvoiceAction payment={payment} />}
      </div>
    </li>
  );
}

/** A drawing of a receipt. */
function BillingPicture() {
  return (
    <svg viewBox="0 0 192 88" fill="none">
      <path
        d="M66 10h60v68l-7.5-6-7.5 6-7.5-6-7.5 6-7.5-6-7.5 6-7.5-6-7.5 6z"
        className="fill-warm stroke-edge"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <g className="stroke-trail" strokeWidth="2" strokeLinecap="round">
        <path d="M78 26h22M78 38h30M78 50h16" />
      </g>
      <path d="M106 50h8" className="stroke-comet" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
