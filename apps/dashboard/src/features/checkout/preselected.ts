/**
 * The plan that is chosen when the screen opens: the one asked for by its id or, as the price list does, by its length (`12-months`); else
 * the one for a year, else the first.
 */
export function preselected(
  plans: readonly { readonly id: string; readonly months: number }[],
  wanted: string | undefined,
): string | null {
  const plan =
    plans.find(({ id, months }) => id === wanted || `${months}-months` === wanted) ??
    plans.find(({ months }) => months === 12) ??
    plans[0];
  return plan?.id ?? null;
}
