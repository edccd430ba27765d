/** Bytes bought and not refunded, bytes used, and bytes left. */
export interface Balance {
  readonly boughtBytes: number;
  readonly usedBytes: number;
  readonly availableBytes: number;
  /** Balance right after the last purchase. */
  readonly fullBytes: number;
  /** Stopped by an operator: the data can neither be used nor bought. */
  readonly stopped: boolean;
}

/** Automatic top-up: the amount, and the balance below which it is bought. In whole gigabytes. */
export interface Automatic {
  readonly belowGigabytes: number;
  readonly gigabytes: number;
}

/** Maximum amount in gigabytes. */
const maxGigabytes = 1000;

/** The remaining share of the balance after the last purchase, 0 to 1; null before the first purchase. */
export function shareOf({ availableBytes, fullBytes }: Balance): number | null {
  return fullBytes === 0 ? null : Math.min(1, availableBytes / fullBytes);
}

/** Level of a low balance: a fifth, a twentieth, nothing. The emails are sent at the same shares. */
export function levelOf(balance: Balance): 'fine' | 'low' | 'very-low' | 'empty' {
  const share = shareOf(balance);
  if (share === null || share > 0.2) return 'fine';
  if (share > 0.05) return 'low';
  return balance.availableBytes > 0 ? 'very-low' : 'empty';
}

/** Parses an amount: `10` → 10; null unless it is a whole number from 1 to the maximum. */
export function gigabytesOf(typed: string): number | null {
  const gigabytes = Number(typed);
  return /^\d+$/.test(typed) && gigabytes >= 1 && gigabytes <= maxGigabytes ? gigabytes : null;
}
