import { countryInSentence, errorText, formatText, stockTexts as texts } from '@comet/texts';
import { LinkAction, useNotify } from '@comet/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../platform/data/api.ts';
import { type StockKind, stockRequestsQuery } from './stock-requests.ts';

/** Requests an email when a product is in stock in a country, or withdraws the request. */
export function StockRequestAction({ product, country }: StockKind) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { data: requests } = useQuery(stockRequestsQuery);
  const isRequested = requests?.some((one) => one.product === product && one.country === country) ?? false;
  const values = { country: countryInSentence(country) };
  const change = useMutation({
    mutationFn: (): Promise<unknown> =>
      isRequested
        ? call(api.removeStockRequest, { params: { product, country } })
        : call(api.addStockRequest, { body: { product, country } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(stockRequestsQuery);
      notify(isRequested ? texts.withdrawn : formatText(texts.requested, values), { id: 'stock' });
    },
    onError: (error) => notify(errorText(error).text, { id: 'stock', tone: 'danger' }),
  });
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-4 gap-y-1">
      {isRequested && <span className="text-small text-quiet">{texts.willTell}</span>}
      <LinkAction
        disabled={requests === undefined}
        aria-label={formatText(isRequested ? texts.withdrawOf : texts.tellMeOf, values)}
        aria-busy={change.isPending || undefined}
        onClick={() => change.isPending || change.mutate()}
      >
        {isRequested ? texts.withdraw : texts.tellMe}
      </LinkAction>
    </span>
  );
}
