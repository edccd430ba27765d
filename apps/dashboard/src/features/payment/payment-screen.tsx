import { checkoutTexts, paymentTexts, shellTexts } from '@comet/texts';
import { Headline, Logo, Trail, TrailSteps } from '@comet/ui';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ConnectMachine } from '../devices/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { SupportLater } from '../support/index.ts';
import { plansQuery, subscriptionQuery } from '../subscription/index.ts';
import { BoughtRows } from './bought-rows.tsx';
import { forgetOpenOrder } from './open-order.ts';
import { isForPlan } from './order-address.ts';
import { OrderLines } from './order-lines-list.tsx';
import { orderQuery } from './order.ts';
import { PaymentActions } from './payment-actions.tsx';
import { paymentWords } from './payment-words.ts';

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
      <TrailSteps
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
