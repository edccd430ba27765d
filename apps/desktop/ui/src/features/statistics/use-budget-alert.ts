import { formatText } from '@comet/texts';
import { statisticsTexts as texts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { useNotify } from '@comet/ui';
import { useEffect } from 'react';
import { useShell } from '../../platform/shell/index.ts';
import { amountOf } from '../home/index.ts';

const storageKey = 'comet-budget-alert';

type Alert = NonNullable<Snapshot['budgetAlert']>;
type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** Returns the notification of an alert, once for each share of each budget in each month; null if it was shown before. */
export function alertToShow(alert: Alert | undefined, kept: Kept): string | null {
  if (alert === undefined) return null;
  const { month, percent, used, budget } = alert;
  const [shownMonth, shownPercent, shownBudget] = (kept.getItem(storageKey) ?? '').split(' ');
  const isSame = shownMonth === month && Number(shownBudget) === budget;
  if (isSame && Number(shownPercent) >= percent) return null;
  kept.setItem(storageKey, `${month} ${percent} ${budget}`);
  return formatText(percent >= 100 ? texts.alert100 : texts.alert80, {
    used: amountOf(used),
    budget: amountOf(budget),
  });
}

/** Notifies when the month has used 80 or 100 percent of the data budget: in the window, and by the system while it has no focus. */
export function useBudgetAlert(snapshot: Snapshot | null | undefined): void {
  const notify = useNotify();
  const shell = useShell();
  const alert = snapshot?.budgetAlert;
  useEffect(() => {
    const message = alertToShow(alert, localStorage);
    if (message === null) return;
    notify(message, { id: 'data-budget' });
    if (!document.hasFocus()) void shell.notify(texts.alertTitle, message);
  }, [alert, notify, shell]);
}
