import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../api/api.ts';
import { CURRENCIES, type Currency } from './currencies.ts';

/** https://developer.coingate.com/reference/currencies, without authentication. */
export function currencyRoutes(app: FastifyInstance): void {
  app.get('/currencies', (request) => {
    const query = fieldsOf(request.query);
    return CURRENCIES.filter((currency) => matches(currency, query));
  });
}

function matches(currency: Currency, query: Readonly<Record<string, string>>): boolean {
  const flag = (name: string, value: boolean): boolean =>
    query[name] === undefined || query[name] === String(value);
  return (
    flag('native', currency.native) &&
    flag('enabled', !currency.disabled) &&
    flag('merchant_price', currency.merchant.price) &&
    flag('merchant_pay', currency.merchant.pay) &&
    flag('merchant_receive', currency.merchant.receive) &&
    (query['kind'] ?? currency.kind) === currency.kind &&
    (query['symbol'] ?? currency.symbol).toUpperCase() === currency.symbol
  );
}
