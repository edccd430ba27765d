import { formatMoney } from '@comet/foundation';
import { checkoutTexts, errorText, say } from '@comet/texts';
import { Banner, Button } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../platform/api.ts';
import { userQuery } from '../account/index.ts';
import { type Order, orderAddress, orderQuery, pay, type PaymentMethod } from '../payment/index.ts';

interface PayButtonProps {
  readonly order: Order;
  readonly method: PaymentMethod;
  readonly disabled: boolean;
}

/** Refusals after which the order that is shown can be paid no more, and a new draft says what can. */
const isOver = (error: ApiError) =>
  error.is('order_not_payable') ||
  error.is('subscription_exists') ||
  error.is('address_sold_out') ||
  error.code.startsWith('coupon_');

/** Opens the payment over the page. Once the person has paid, the order's own page takes over. */
export function PayButton({ order, method, disabled }: PayButtonProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const payment = useMutation({
    mutationFn: () => pay(order.id, method),
    onSuccess: async (end) => {
      if (end !== 'completed') return;
      await queryClient.prefetchQuery(orderQuery(order.id));
      await navigate({ to: orderAddress(order) });
      queryClient.removeQueries({ queryKey: ['order-draft'] });
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.is('email_unverified')) await queryClient.invalidateQueries(userQuery);
      if (isOver(error)) await queryClient.resetQueries({ queryKey: ['order-draft'] });
    },
  });
  const days = order.lines.find(({ kind }) => kind === 'trial')?.quantity;
  return (
    <div className="flex flex-col gap-4 pt-2">
      {payment.error !== null && (
        <Banner tone="danger" urgent>
          {errorText(payment.error).text}
        </Banner>
      )}
      <Button wide disabled={disabled} busy={payment.isPending} onClick={() => payment.mutate()}>
        {days === undefined
          ? say(checkoutTexts.pay, { amount: formatMoney(order.total) })
          : say(checkoutTexts.startTrial, { days })}
      </Button>
    </div>
  );
}
