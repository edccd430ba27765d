import type { Purse } from './purse.ts';
import type { Refusal } from './refusals.ts';

/** Milliseconds that a new connection waits to hear whether there is data. */
const patience = 10_000;

/** Null when a purse has something to spend, drawn for if it must be; otherwise why nothing can be opened. */
export function awaitData(purse: Purse, now: () => number): Promise<Refusal | null> | Refusal | null {
  if (purse.left > 0) return null;
  purse.draw(now());
  if (purse.isEmpty) return 'no_data';
  return new Promise((resolve) => {
    const look = {
      onPurse(): void {
        clearTimeout(timer);
        resolve(purse.left > 0 ? null : 'no_data');
      },
    };
    const timer = setTimeout(() => {
      purse.forget(look);
      resolve('data_unknown');
    }, patience);
    purse.wait(look);
  });
}
