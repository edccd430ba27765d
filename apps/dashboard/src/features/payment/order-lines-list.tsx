import { checkoutTexts, formatMoney } from '@comet/texts';
import type { ReactNode } from 'react';
import type { Order } from './order.ts';
import { orderLineText, periodPriceText } from './order-lines.ts';

interface OrderLinesProps {
  readonly order: Order;
  /** Rendered above the sum: fields that can still change it. */
  readonly children?: ReactNode;
}

/** The lines of an order, its tax (or when it is computed), and the amount due today. */
export function OrderLines({ order, children }: OrderLinesProps) {
  const period = periodPriceText(order);
  return (
    <>
      <Lines order={order} />
      {children}
      <dl className="m-0 flex items-baseline justify-between gap-6 border-t border-line pt-5 text-lead font-semibold">
        <dt>{checkoutTexts.today}</dt>
        <dd className="m-0 text-lead tabular-nums font-semibold">{formatMoney(order.total)}</dd>
      </dl>
      {period !== null && <p className="m-0 -mt-3 text-small text-quiet">{period}</p>}
    </>
  );
}

function Lines({ order }: { readonly order: Order }) {
  // Only Paddle adds tax.
  const isByCrypto = order.lines.some(({ kind }) => kind === 'crypto_fee');
  return (
    <dl className="m-0 flex flex-col gap-5">
      {order.lines.map((line, index) => {
        const { what, amount } = orderLineText(line, order.item);
        return (
          <div key={line.kind} className={`flex justify-between gap-6 ${index === 0 ? '' : 'text-quiet'}`}>
            <dt>{what}</dt>
            <dd className="m-0 text-small leading-6 tabular-nums">{amount}</dd>
          </div>
        );
      })}
      {!isByCrypto && (
        <div className="flex justify-between gap-6 text-quiet">
          <dt>{checkoutTexts.lineTax}</dt>
          {order.tax === null ? (
            <dd className="m-0 text-right text-small leading-6">{checkoutTexts.taxLater}</dd>
          ) : (
            <dd className="m-0 text-small leading-6 tabular-nums">{formatMoney(order.tax)}</dd>
          )}
        </div>
      )}
    </dl>
  );
}
