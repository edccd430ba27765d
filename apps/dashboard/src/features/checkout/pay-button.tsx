import { formatMoney } from '@comet/foundation';
import { checkoutTexts, errorText, say } from '@comet/texts';
import { Banner, Button } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../platform/api.ts';
import { userQuery } from '../account/index.ts';
import { type Order, orderQuery, pay } from '../payment/index.ts';
import { dropOrderDrafts } from './order-draft.ts';

interface PayButtonProps {
  readonly order: Order;
  readonly disabled: boolean;
}

/** Opens the payment over the page. Once the person has paid, the order's own page takes over. */
export function PayButton({ order, disabled }: PayButtonProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const payment = useMutation({
    mutationFn: () => pay(order.id, 'card'),
    onSuccess: async (end) => {
      if (end !== 'completed') return;
      dropOrderDrafts();
      await queryClient.prefetchQuery(orderQuery(order.id));
      await navigate({ to: '/payment/subscription/$id', params: { id: order.id } });
      queryClient.removeQueries({ queryKey: ['order-draft'] });
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.is('email_unverified')) await queryClient.invalidateQueries(userQuery);
      if (error.is('order_not_payable') || error.is('subscription_exists')) {
        dropOrderDrafts();
        await queryClient.resetQueries({ queryKey: ['order-draft'] });
      }
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
