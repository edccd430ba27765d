import {
  countryInSentence,
  countryName,
  formatMoney,
  plural,
  formatText,
  servicesTexts as texts,
} from '@comet/texts';
import { linkActionClasses, Row, Rows, Subhead } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { lowestMonthlyPrice, type Prices } from '../services/index.ts';
import { SoldOutCountries } from '../stock/index.ts';

/** Countries with addresses in stock, their number and lowest price; then the countries where they are sold out. */
export function StockList({ prices }: { readonly prices: Prices }) {
  const { stock, soldOut, dedicatedIps } = prices;
  if (stock.length + soldOut.length === 0) return null;
  return (
    <section className="flex flex-col gap-4">
      {stock.length > 0 ? (
        <Subhead>{texts.locations}</Subhead>
      ) : (
        <div className="flex flex-col gap-1.5">
          <Subhead>{texts.soldOutHeadline}</Subhead>
          <p className="m-0 text-quiet">{texts.soldOutAsk}</p>
        </div>
      )}
      {stock.length > 0 && (
        <Rows>
          {stock.map(({ type, country, available }) => (
            <Row
              key={`${type} ${country}`}
              term={countryName(country)}
              action={
                <Link
                  to="."
                  href={`/dash/dedicated/payment?${new URLSearchParams({ type, country })}`}
                  aria-label={formatText(texts.chooseOf, { country: countryInSentence(country) })}
                  className={linkActionClasses}
                >
                  {texts.choose}
                </Link>
              }
            >
              {formatText(plural(available, texts.available), { count: available })}
              <span className="block text-small text-quiet">
                {[texts.types[type], ...priceText(dedicatedIps, type)].join(', ')}
              </span>
            </Row>
          ))}
        </Rows>
      )}
      <SoldOutCountries kinds={soldOut} open={stock.length === 0} />
    </section>
  );
}

/** `from $3.99 a month`; empty while the type is not on sale. */
function priceText(prices: Prices['dedicatedIps'], type: Prices['stock'][number]['type']): readonly string[] {
  const price = lowestMonthlyPrice(prices, type);
  return price === null ? [] : [formatText(texts.from, { price: formatMoney(price) })];
}
