/** Steps between the marks of an axis, as multiples of a power of ten. */
const steps = [1, 2, 5, 10];

/**
 * Returns the marks of a value axis: round values at equal distances above 0, of which the last is at least
 * `highest`. At most `maxTicks`, at least one.
 */
export function axisTicks(highest: number, maxTicks = 4): readonly number[] {
  const minStep = highest / maxTicks;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = power * (steps.find((part) => part * power >= minStep) ?? 10);
  // A quotient like 3.0000000000000004 must not add a mark.
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: count }, (_, index) => Number((step * (index + 1)).toPrecision(12)));
}

/** Possible distances between two marked bars: days, weeks or months. */
const distances = [1, 2, 4, 7, 14, 30];

/**
 * Returns the positions of the bars with a mark below them: the last, and others at equal distances, so that
 * at most five labels share the width.
 */
export function markedBars(count: number): ReadonlySet<number> {
  const distance = distances.find((each) => count / each <= 4.5) ?? Math.ceil(count / 4);
  return new Set(
    Array.from({ length: Math.ceil(count / distance) }, (_, index) => count - 1 - index * distance),
  );
}
