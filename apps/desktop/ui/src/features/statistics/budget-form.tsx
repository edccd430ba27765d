import { failureText, statisticsTexts as texts } from '@comet/texts/desktop';
import { Button, TextField, useNotify } from '@comet/ui';
import { type FormEvent, useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { parseBudget } from './statistics-view.ts';

/** The data budget of a calendar month, in GB. `budget` in bytes. */
export function BudgetForm({ budget }: { readonly budget: number | null }) {
  const daemon = useDaemon();
  const notify = useNotify();
  const [typed, setTyped] = useState(budget === null ? '' : String(budget / 1e9));
  const [isWrong, setIsWrong] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const bytes = parseBudget(typed);
    setIsWrong(bytes === undefined);
    if (bytes === undefined) return;
    const done = await daemon.send('data-budget.set', { bytes });
    if (done.ok) notify(bytes === null ? texts.budgetGone : texts.budgetSaved, { id: 'data-budget-saved' });
    else notify(failureText(done.error.error, done.error.detail), { tone: 'danger' });
  }

  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void save(event)}>
      <TextField
        label={texts.budget}
        hint={texts.budgetHint}
        error={isWrong ? texts.budgetWrong : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div>
        <Button type="submit" weight="secondary">
          {texts.saveBudget}
        </Button>
      </div>
    </form>
  );
}
