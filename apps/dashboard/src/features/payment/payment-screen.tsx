import {
  checkoutTexts,
  paymentTexts,
  shellTexts,
  cryptoTexts,
  formatDay,
  formatMoney,
  say,
} from '@comet/texts';
import { Headline, Logo, Trail, Stepper, Row, Rows } from '@comet/ui';
import { useQueryClient, useSuspenseQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ConnectMachine } from '../devices/index.ts';
import { useDocumentTitle, FailedPart } from '../shell/index.ts';
import { SupportLater } from '../support/index.ts';
import { plansQuery, subscriptionQuery } from '../subscription/index.ts';
import { forgetOpenOrder } from './open-order.ts';
import { isForPlan } from './order-address.ts';
import { OrderLines } from './order-lines-list.tsx';
import { orderQuery, type Order } from './order.ts';
import { PaymentActions } from './payment-actions.tsx';
import { boughtInWords } from './bought-words.ts';

const given = {
  subscription: paymentTexts.paid,
  plan_change: paymentTexts.paid,
  residential_data: paymentTexts.paidResidentialData,
  proxy_traffic: paymentTexts.paidProxyTraffic,
  dedicated_ip: paymentTexts.paidDedicatedIp,
  dedicated_ip_extension: paymentTexts.paidExtension,
} as const;

type Told = Pick<Order, 'state' | 'item' | 'method' | 'failure' | 'renewal'>;

/** The sentence of an order's state, and what it means. */
function paymentWords({ state, item, method, failure, renewal }: Told): {
  readonly headline: string;
  readonly explanation: string;
} {
  switch (state) {
    case 'draft':
      return { headline: paymentTexts.draftHeadline, explanation: paymentTexts.draft };
    case 'processing':
      return {
        headline: paymentTexts.processingHeadline,
        explanation: method === 'crypto' ? cryptoTexts.processing : paymentTexts.processing,
      };
    case 'paid':
      if (item.kind === 'plan_change' && item.startsAt !== undefined && renewal !== null)
        return {
          headline: paymentTexts.planChangedHeadline,
          explanation: say(paymentTexts.planChangedLater, {
            amount: formatMoney(renewal.amount),
            date: formatDay(renewal.at),
          }),
        };
      return { headline: paymentTexts.paidHeadline, explanation: given[item.kind] };
    case 'failed':
      return { headline: paymentTexts.failedHeadline, explanation: failedWords(failure, method) };
    case 'expired':
      return {
        headline: paymentTexts.expiredHeadline,
        explanation: method === 'crypto' ? cryptoTexts.expired : paymentTexts.expired,
      };
    case 'refunded':
      return { headline: paymentTexts.refundedHeadline, explanation: paymentTexts.refunded };
  }
}

function failedWords(failure: Told['failure'], method: Told['method']): string {
  if (failure === 'underpaid') return cryptoTexts.underpaid;
  return method === 'crypto' ? cryptoTexts.unconfirmed : paymentTexts.failed;
}

/** What became of an order's payment; while it is under way the page changes by itself. */
export default function PaymentScreen() {
  useDocumentTitle(paymentTexts.screen);
  const { id = '' } = useParams({ strict: false });
  const { data: order } = useSuspenseQuery(orderQuery(id));
  const queryClient = useQueryClient();
  const underWay = order.state === 'processing';
  useEffect(() => {
    if (order.state === 'processing') return;
    forgetOpenOrder(id);
    void queryClient.invalidateQueries(subscriptionQuery);
    // An account that has paid is no longer offered free days.
    void queryClient.invalidateQueries(plansQuery);
    void queryClient.invalidateQueries({ queryKey: ['bought'] });
  }, [id, order.state, queryClient]);
  const { headline, explanation } = paymentWords(order);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-160 flex-col gap-12 px-5 pt-5 pb-12 sm:px-10 sm:pt-10">
      <Link to="/dash/home/" className="self-start no-underline">
        <Logo name={shellTexts.brand} />
      </Link>
      <Stepper
        label={checkoutTexts.stepsName}
        steps={[
          checkoutTexts.stepAccount,
          isForPlan(order) ? checkoutTexts.stepPlan : checkoutTexts.stepOrder,
          checkoutTexts.stepPay,
        ]}
        current={order.state === 'paid' ? 3 : 2}
      />
      <div role="status" className="flex flex-col gap-6">
        <Headline explanation={explanation}>{headline}</Headline>
        {underWay && <Trail label={headline} progress={null} />}
      </div>
      {(order.state === 'draft' || underWay) && (
        <div className="flex flex-col gap-5">
          <OrderLines order={order} />
        </div>
      )}
      {order.state === 'paid' && <BoughtRows order={order} />}
      {order.state === 'paid' && isForPlan(order) && <ConnectMachine />}
      <PaymentActions order={order} />
      <SupportLater />
    </main>
  );
}

/** What a paid order has bought, and what is charged next. */
function BoughtRows({ order }: { readonly order: Order }) {
  const subscriptionRead = useQuery(subscriptionQuery);
  const rows = boughtInWords(order, subscriptionRead.data);
  if (rows === null) return <FailedPart reads={[subscriptionRead]} />;
  return (
    <Rows>
      {rows.map(([term, value]) => (
        <Row key={term} term={term}>
          {value}
        </Row>
      ))}
    </Rows>
  );
}
