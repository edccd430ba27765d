import { invoiceTexts as texts } from '@comet/texts';
import { Headline, linkActionClasses, Trail } from '@comet/ui';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, read } from '../../platform/data/api.ts';
import { useDocumentTitle } from '../shell/index.ts';

/** The URL of an invoice expires after an hour, so it is not cached. */
const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['invoice', id],
    queryFn: ({ signal }) => read(api.showInvoice, { params: { id }, signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The target of the invoice link in receipts: replaces itself with the provider's PDF. */
export default function InvoiceScreen() {
  useDocumentTitle(texts.screen);
  const { id = '' } = useParams({ strict: false });
  const { url } = useSuspenseQuery(invoiceQuery(id)).data;
  useEffect(() => location.replace(url), [url]);
  return (
    <div className="flex flex-col items-start gap-7">
      <Headline explanation={texts.explanation}>{texts.headline}</Headline>
      <Trail label={texts.headline} progress={null} />
      <div className="flex flex-wrap gap-x-7 gap-y-4">
        <a href={url} className={linkActionClasses}>
          {texts.open}
        </a>
        <Link to="/dash/billing" className={linkActionClasses}>
          {texts.payments}
        </Link>
      </div>
    </div>
  );
}
