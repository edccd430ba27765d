import { formatMoney, paymentTexts as texts, formatText } from '@comet/texts';
import { Row } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { polled } from '../../platform/data/polling.ts';
import { userQuery } from '../account/index.ts';
import { InvoiceAction } from './invoice-action.tsx';
import { type Payment, paymentsQuery } from './payments.ts';

const POLL_MS = 2_000;

interface ReceiptRowProps {
  readonly orderId: string;
}

/**
 * The payment of an order, the address of its receipt, and its invoice. Empty until the payment is recorded;
 * an order with free days has no payment.
 */
export function ReceiptRow({ orderId }: ReceiptRowProps) {
  const of = (payments: readonly Payment[] | undefined) =>
    payments?.findLast((payment) => payment.orderId === orderId);
  const { data: payments } = useQuery({
    ...paymentsQuery,
    refetchInterval: polled<readonly Payment[]>((known) => (of(known) === undefined ? POLL_MS : false)),
  });
  const { data: user } = useQuery(userQuery);
  const payment = of(payments);
  if (payment === undefined) return null;
  const amount = formatMoney(payment.amount);
  return (
    <Row term={texts.receipt} action={payment.hasInvoice ? <InvoiceAction payment={payment} /> : undefined}>
      {user === undefined
        ? formatText(texts.paidAmount, { amount })
        : formatText(texts.receiptSent, { amount, email: user.email })}
    </Row>
  );
}
