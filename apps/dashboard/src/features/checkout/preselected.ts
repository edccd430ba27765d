/** The plan that is chosen when the screen opens: the one asked for, else the one for a year, else the first. */
export function preselected(
  plans: readonly { readonly id: string; readonly months: number }[],
  wanted: string | undefined,
): string | null {
  const plan = plans.find(({ id }) => id === wanted) ?? plans.find(({ months }) => months === 12) ?? plans[0];
  return plan?.id ?? null;
}
