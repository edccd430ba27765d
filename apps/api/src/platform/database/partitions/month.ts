/** Returns the start in UTC of the month of `at`, or of one `later` months after it. */
export const startOfMonth = (at: Date, later = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));

/** Returns the month of a time in UTC, as names of partitions have it: `2027_01`. */
export const monthOf = (at: Date): string =>
  `${at.getUTCFullYear()}_${String(at.getUTCMonth() + 1).padStart(2, '0')}`;

/** Returns the start of a month that `monthOf` has named. */
export function startOf(month: string): Date {
  const [year = '', number = ''] = month.split('_');
  return new Date(Date.UTC(Number(year), Number(number) - 1, 1));
}

/** A time as the bound of a partition, for columns of dates and of times: both read `2027-01-01T00:00:00Z`. */
export const boundAt = (at: Date): string => at.toISOString().replace('.000Z', 'Z');
