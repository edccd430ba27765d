import { endOnServer } from '../../platform/data/api.ts';
import { forgetUser, startSession } from '../../platform/storage/session.ts';
import type { Choice } from './one-time-token.ts';

/**
 * The pending choice between two accounts, and the path to open afterwards. In memory only: its tokens give
 * access to the accounts.
 */
let open: (Choice & { readonly to: string }) | null = null;

export function setAccountChoice(choice: Choice, to: string): void {
  open = { ...choice, to };
}

export function accountChoice() {
  return open;
}

/** Ends the session that was not chosen and reloads with the other one, so that no data of the first stays in memory. */
export async function choose(chosen: 'present' | 'offered'): Promise<void> {
  if (open === null) return;
  const { presentToken, offeredToken, to } = open;
  if (chosen === 'offered') {
    startSession(offeredToken);
    forgetUser();
  }
  await endOnServer(chosen === 'offered' ? presentToken : offeredToken);
  location.replace(to);
}
