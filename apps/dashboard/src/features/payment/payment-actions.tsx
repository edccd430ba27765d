import { errorText, paymentTexts } from '@comet/texts';
import { Banner, Button, buttonClasses, linkActionClasses } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { againAddress, boughtAddress, isForPlan } from './order-address.ts';
import { type Order, orderQuery } from './order.ts';
import { pay } from './pay.ts';
import { SupportLink } from '../support/index.ts';

/** What can be done about an order in its state. */
export function PaymentActions({ order }: { readonly order: Order }) {
  const home = (
    <Link to="/dash/home/" className={linkActionClasses}>
      {paymentTexts.toHome}
    </Link>
  );
  switch (order.state) {
    case 'draft':
    case 'processing':
      return <ContinueToPayment order={order}>{home}</ContinueToPayment>;
    case 'paid':
      return (
        <Link to={boughtAddress(order)} className={`${buttonClasses('primary')} self-start`}>
          {isForPlan(order) ? paymentTexts.toHome : paymentTexts.toBought}
        </Link>
      );
    case 'failed':
    case 'expired':
    case 'refunded':
      return (
        <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
          <Link to="." href={againAddress(order)} className={buttonClasses('primary')}>
            {again(order)}
          </Link>
          {order.state === 'failed' && <SupportLink />}
          {home}
        </div>
      );
  }
}

function again(order: Order): string {
  if (order.state === 'failed') return paymentTexts.tryAgain;
  return isForPlan(order) ? paymentTexts.choosePlan : paymentTexts.orderAgain;
}

function ContinueToPayment({
  order,
  children,
}: {
  readonly order: Order;
  readonly children: React.ReactNode;
}) {
  const queryClient = useQueryClient();
  const payment = useMutation({
    mutationFn: () => pay(order.id, order.method ?? 'card'),
    onSettled: () => queryClient.invalidateQueries(orderQuery(order.id)),
  });
  const processing = order.state === 'processing';
  return (
    <div className="flex flex-col gap-6">
      {payment.error !== null && (
        <Banner tone="danger" urgent>
          {errorText(payment.error).text}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        <Button
          weight={processing ? 'secondary' : 'primary'}
          busy={payment.isPending}
          onClick={() => payment.mutate()}
        >
          {processing ? paymentTexts.finishPayment : paymentTexts.continue}
        </Button>
        {processing && <SupportLink />}
        {children}
      </div>
    </div>
  );
}
