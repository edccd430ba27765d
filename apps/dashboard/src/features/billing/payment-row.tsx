import { billingTexts as texts, errorText, formatDay, formatMoney, say } from '@comet/texts';
import { linkActionClasses, useNotify } from '@comet/ui';
import { useMutation } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import { openElsewhere } from './open-elsewhere.ts';
import { paidFor, paidWhen, standing } from './payment-words.ts';
import type { Payment } from './payments.ts';

/** One payment: what, when and how, what became of it, how much, and its invoice. */
export function PaymentRow({ payment }: { readonly payment: Payment }) {
  const became = standing(payment);
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-0.5 border-b border-line py-3.5 sm:grid-cols-[1fr_auto_6rem]">
      <div className="min-w-0">
        <p className="m-0">{paidFor(payment)}</p>
        <p className="m-0 text-small text-quiet">{paidWhen(payment)}</p>
        {became !== null && <p className="m-0 text-small text-warn">{became}</p>}
      </div>
      <div className="text-right">
        <p className="m-0 font-mono text-body">{formatMoney(payment.amount)}</p>
        {payment.tax.amount > 0 && (
          <p className="m-0 text-small text-quiet">
            {say(texts.withTax, { amount: formatMoney(payment.tax) })}
          </p>
        )}
      </div>
      <div className="col-span-2 sm:col-span-1 sm:text-right">
        {payment.hasInvoice && <InvoiceAction payment={payment} />}
      </div>
    </li>
  );
}

function InvoiceAction({ payment }: { readonly payment: Payment }) {
  const notify = useNotify();
  const invoice = useMutation({
    mutationFn: () =>
      openElsewhere(async () => (await call(api.showInvoice, { params: { id: payment.id } })).url),
    onError: (error) => notify(errorText(error).text, { id: 'invoice', tone: 'danger' }),
  });
  return (
    <button
      type="button"
      className={linkActionClasses}
      aria-label={say(texts.invoiceOf, { date: formatDay(payment.at) })}
      aria-busy={invoice.isPending || undefined}
      onClick={() => invoice.isPending || invoice.mutate()}
    >
      {texts.invoice}
    </button>
  );
}
