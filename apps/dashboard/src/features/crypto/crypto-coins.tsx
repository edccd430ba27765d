import { cryptoTexts as texts, formatText } from '@comet/texts';
import { Disclosure } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { FailedPart } from '../shell/index.ts';
import { api, read } from '../../platform/data/api.ts';

/** The accepted coins, with their number. Renders nothing while they are loading: the choice is made on the next page. */
export function CryptoCoins() {
  const coinsRead = useQuery({
    queryKey: ['crypto-currencies'],
    queryFn: async ({ signal }) => (await read(api.listCryptoCurrencies, { signal })).currencies,
    staleTime: 3_600_000,
  });
  const { data } = coinsRead;
  if (data === undefined) return <FailedPart reads={[coinsRead]} />;
  return (
    <Disclosure summary={formatText(texts.coins, { count: data.length })}>
      <ul
        className="m-0 grid max-h-60 list-none grid-cols-2 gap-x-6 text-small overflow-y-auto border-y border-line p-0 py-2"
        tabIndex={0}
        aria-label={texts.coinsName}
      >
        {data.map(({ symbol, title }) => (
          <li key={symbol} className="flex min-w-0 justify-between gap-3 py-0.5">
            <span className="truncate">{title}</span>
            <span className="font-mono text-quiet">{symbol}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
