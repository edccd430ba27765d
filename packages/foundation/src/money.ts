/** An amount in the currency's minor unit (cents), with its ISO 4217 code. Never a fraction. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** `$59.88`: the amount as Intl formats it. Every supported currency has two minor digits. */
export function formatMoney(money: Money, locale = 'en-US'): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: money.currency }).format(
    money.amount / 100,
  );
}
