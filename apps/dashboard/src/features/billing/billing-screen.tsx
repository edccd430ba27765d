import { billingTexts as texts, navigationTexts } from '@comet/texts';
import { Headline, Row, Rows } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { userQuery } from '../account/index.ts';
import { Breadcrumb, useDocumentTitle } from '../shell/index.ts';
import { subscriptionQuery } from '../subscription/index.ts';
import { PaymentRow } from './payment-row.tsx';
import { paymentsQuery } from './payments.ts';
import { PortalAction } from './portal-action.tsx';
import { RefundBanner } from './refund-banner.tsx';

/** Everything that was paid, each with its invoice, and the way to the cards. */
export default function BillingScreen() {
  useDocumentTitle(texts.screen);
  const [payments, subscription] = useSuspenseQueries({
    queries: [paymentsQuery, subscriptionQuery, userQuery],
  });
  const isEmpty = payments.data.length === 0;
  const atPaddle = payments.data.some(({ hasInvoice }) => hasInvoice) || hasCard(subscription.data);
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-4">
        <Breadcrumb to="/dash/home/" name={navigationTexts.home} />
        <Headline explanation={isEmpty ? texts.noneExplanation : texts.explanation}>
          {isEmpty ? texts.none : texts.headline}
        </Headline>
      </div>
      {subscription.data !== null && <RefundBanner subscription={subscription.data} />}
      {!isEmpty && (
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
