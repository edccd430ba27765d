import { checkoutTexts, errorText, formatMoney, say } from '@comet/texts';
import { Banner, Button } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../platform/data/api.ts';
import { userQuery } from '../account/index.ts';
import { type Order, orderAddress, orderQuery, pay, type PaymentMethod } from '../payment/index.ts';

interface PayButtonProps {
  readonly order: Order;
  readonly method: PaymentMethod;
  readonly disabled: boolean;
  /** Drafts the order anew. Throws where it cannot be ordered any more. */
  readonly renew: () => Promise<Order | undefined>;
}

/** Refusals that a new draft answers with what can be had. */
const isOver = (error: ApiError) =>
  error.is('subscription_exists') || error.is('address_sold_out') || error.code.startsWith('coupon_');

/** Opens the payment over the page. Once the person has paid, the order's own page takes over. */
export function PayButton({ order, method, disabled, renew }: PayButtonProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const payment = useMutation({
    mutationFn: () => payOrItsLike(order, method, renew),
    onSuccess: async ({ end, paid }) => {
      if (end !== 'completed') return;
      await queryClient.query(orderQuery(paid.id)).catch(() => undefined);
      await navigate({ href: orderAddress(paid) });
      queryClient.removeQueries({ queryKey: ['order-draft'] });
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.is('email_unverified')) await queryClient.invalidateQueries(userQuery);
      if (isOver(error)) await queryClient.resetQueries({ queryKey: ['order-draft'] });
    },
  });
  const { error } = payment;
  const hasChanged = error instanceof ApiError && error.is('order_not_payable');
  const days = order.lines.find(({ kind }) => kind === 'trial')?.quantity;
  return (
    <div className="flex flex-col gap-4 pt-2">
      {payment.error !== null && (
        <Banner tone="danger" urgent>
          {hasChanged ? checkoutTexts.changed : errorText(payment.error).text}
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

/**
 * Pays an order. A draft that another tab has replaced, or that grew old, is drafted anew: where that costs and buys the same it is paid
 * instead, and else shown first.
 */
async function payOrItsLike(order: Order, method: PaymentMethod, renew: PayButtonProps['renew']) {
  try {
    return { end: await pay(order.id, method), paid: order };
  } catch (error) {
    if (!(error instanceof ApiError && error.is('order_not_payable'))) throw error;
    const fresh = await renew();
    if (fresh === undefined || !isLike(fresh, order)) throw error;
    return { end: await pay(fresh.id, method), paid: fresh };
  }
}

/** The same for the same: what is bought, each line, the sum, and what it renews for. */
function isLike(one: Order, other: Order): boolean {
  const terms = ({ item, lines, total, renewal }: Order) =>
    JSON.stringify([item, lines, total, renewal?.amount]);
  return terms(one) === terms(other);
}
