const PLACES = 8;
const ONE = 10n ** BigInt(PLACES);

/** An amount in hundred-millionths of its currency, CoinGate's precision, as an integer. */
export type Units = bigint;

/** Parses `1050.99` or `1050`; null for anything else, including a sign or more than 8 decimals. */
export function parseDecimal(text: string): Units | null {
  const match = /^(\d{1,15})(?:\.(\d{1,8}))?$/.exec(text.trim());
  if (match === null) return null;
  return BigInt(match[1] ?? '0') * ONE + BigInt((match[2] ?? '').padEnd(PLACES, '0'));
}

/** `0.0009822`: no trailing zeros; `0` for zero. */
export function formatUnits(units: Units): string {
  const decimals = (units % ONE).toString().padStart(PLACES, '0').replace(/0+$/, '');
  return decimals === '' ? String(units / ONE) : `${units / ONE}.${decimals}`;
}

/** `10.0`, `11.99`: CoinGate's format of prices and credited amounts, with at least one decimal. */
export function formatPrice(units: Units): string {
  const text = formatUnits(units);
  return text.includes('.') ? text : `${text}.0`;
}

/** `value × numerator / denominator`, rounded down or up. */
export function scaled(value: Units, numerator: bigint, denominator: bigint, round: 'down' | 'up'): Units {
  const product = value * numerator;
  return round === 'down' ? product / denominator : (product + denominator - 1n) / denominator;
}

/** Cents of a price: CoinGate prices USD and EUR with two decimals. */
export function minorUnits(units: Units): number {
  return Number(units / 10n ** BigInt(PLACES - 2));
}
