import { billingTexts as texts, errorText, formatDay, formatText } from '@comet/texts';
import { LinkAction, useNotify } from '@comet/ui';
import { useMutation } from '@tanstack/react-query';
import { api, call } from '../../platform/data/api.ts';
import { openInNewTab } from '../../platform/screen/open-in-new-tab.ts';
import type { Payment } from './payments.ts';

/** Opens the invoice of a payment, a PDF file, in a new tab. */
export function InvoiceAction({ payment }: { readonly payment: Payment }) {
  const notify = useNotify();
  const invoice = useMutation({
    mutationFn: () =>
      openInNewTab(async () => (await call(api.showInvoice, { params: { id: payment.id } })).url),
    onError: (error) => notify(errorText(error).text, { id: 'invoice', tone: 'danger' }),
  });
  return (
    <LinkAction
      aria-label={formatText(texts.invoiceOf, { date: formatDay(payment.at) })}
      aria-busy={invoice.isPending || undefined}
      onClick={() => invoice.isPending || invoice.mutate()}
    >
      {texts.invoice}
    </LinkAction>
  );
}
