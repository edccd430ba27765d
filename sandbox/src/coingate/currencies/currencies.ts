import { parseDecimal, type Units } from '../decimal.ts';
import { COINS, type Coin } from './coins.ts';

/** A blockchain on which a currency is accepted. */
export interface Platform {
  readonly id: number;
  readonly title: string;
  readonly id_name: string;
}

/** A currency in `GET /v2/currencies`: https://developer.coingate.com/reference/currencies */
export interface Currency {
  readonly id: number;
  readonly title: string;
  readonly kind: 'crypto' | 'fiat';
  readonly symbol: string;
  /** True for the native coin of a blockchain, false for a token. */
  readonly native: boolean;
  readonly disabled: boolean;
  readonly disabled_message: string | null;
  readonly merchant: { readonly price: boolean; readonly pay: boolean; readonly receive: boolean };
  readonly platforms: readonly Platform[];
}

/** Coins in which a merchant may be paid out, besides fiat currencies. */
const SETTLED = new Set(['BTC', 'ETH', 'LTC', 'BCH', 'USDT', 'USDC', 'TRX', 'XRP', 'SOL', 'BNB']);
const ACRONYMS: Readonly<Record<string, string>> = {
  bnb: 'BNB',
  eos: 'EOS',
  ton: 'TON',
  sv: 'SV',
  near: 'NEAR',
};

const FIAT: readonly (readonly [symbol: string, title: string, usd: string])[] = [
  ['USD', 'US Dollar', '1'],
  ['EUR', 'Euro', '1.15'],
  ['GBP', 'British Pound', '1.31'],
];

const platforms = new Map<string, Platform>();
for (const [, , names] of COINS) {
  for (const name of names.split(',')) {
    if (!platforms.has(name)) {
      platforms.set(name, { id: platforms.size + 1, title: titleOf(name), id_name: name });
    }
  }
}

/** All currencies for prices, payments and payouts. */
export const CURRENCIES: readonly Currency[] = [
  ...COINS.map(coin),
  ...FIAT.map(
    ([symbol, title], index): Currency => ({
      id: COINS.length + index + 1,
      title,
      kind: 'fiat',
      symbol,
      native: false,
      disabled: false,
      disabled_message: null,
      merchant: { price: true, pay: false, receive: true },
      platforms: [],
    }),
  ),
];

const bySymbol = new Map(CURRENCIES.map((currency) => [currency.symbol, currency]));
const dollars = new Map<string, Units>([
  ...COINS.map(([symbol, , , usd]) => [symbol, priced(usd)] as const),
  ...FIAT.map(([symbol, , usd]) => [symbol, priced(usd)] as const),
]);

/** Returns the currency with this symbol, in upper or lower case; undefined if there is none. */
export function currencyNamed(symbol: string): Currency | undefined {
  return bySymbol.get(symbol.toUpperCase());
}

/** Returns the price of a known currency in hundred-millionths of a dollar. */
export function dollarsFor(symbol: string): Units {
  const usd = dollars.get(symbol);
  if (usd === undefined) throw new Error(`No price for ${symbol}.`);
  return usd;
}

function coin([symbol, title, names]: Coin, index: number): Currency {
  const on = names.split(',').flatMap((name) => platforms.get(name) ?? []);
  return {
    id: index + 1,
    title,
    kind: 'crypto',
    symbol,
    native:
      (on.length === 1 && !['ethereum', 'solana', 'bnb_smart_chain'].includes(names)) || isHomeCoin(symbol),
    disabled: false,
    disabled_message: null,
    merchant: { price: symbol === 'BTC', pay: true, receive: SETTLED.has(symbol) },
    platforms: on,
  };
}

function isHomeCoin(symbol: string): boolean {
  return ['ETH', 'SOL', 'BNB'].includes(symbol);
}

function priced(usd: string): Units {
  const units = parseDecimal(usd);
  if (units === null) throw new Error(`Not a price: ${usd}`);
  return units;
}

function titleOf(name: string): string {
  return name
    .split('_')
    .map((word) => ACRONYMS[word] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');
}
