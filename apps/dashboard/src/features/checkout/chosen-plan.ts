const KEY = 'comet:chosen-plan';

/** The plan chosen last in this browser, as its id or its length (`12-months`); the confirmation email's link opens without it. */
export function chosenPlan(storage: Pick<Storage, 'getItem'>): string | undefined {
  return storage.getItem(KEY) ?? undefined;
}

export function keepChosenPlan(storage: Pick<Storage, 'setItem'>, plan: string): void {
  storage.setItem(KEY, plan);
}
