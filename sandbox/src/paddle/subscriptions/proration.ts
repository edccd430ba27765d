export interface Period {
  readonly starts_at: string;
  readonly ends_at: string;
}

/**
 * How much of a period is still to come at the moment `now`, 0 to 1, counted in whole seconds and written with twelve
 * decimals. Paddle counts minutes; over a month that is less than a cent of what costs less than 400 dollars.
 */
export function remainingRate(period: Period, now: Date): string {
  const [starts, ends] = [seconds(period.starts_at), seconds(period.ends_at)];
  const left = Math.min(Math.max(0, ends - Math.floor(now.getTime() / 1000)), ends - starts);
  return ends === starts ? '0' : (left / (ends - starts)).toFixed(12);
}

/** `amount` minor units at `rate`, rounded half up. */
export function atRate(amount: number, rate: string): number {
  return Math.round(amount * Number(rate));
}

function seconds(moment: string): number {
  return Math.floor(new Date(moment).getTime() / 1000);
}
