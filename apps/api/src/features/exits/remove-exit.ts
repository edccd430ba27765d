import { isId, noteAction, readWords, type Words } from '../operator/index.ts';
import type { ExitsCommandDeps } from './bound-exit.ts';
import { withdrawIn } from './change-exit.ts';

/** Takes an exit out for good, as its owner could: its credential opens nothing from now on, and gateways let go of it. */
export async function removeExit(deps: ExitsCommandDeps, words: Words): Promise<string> {
  const { named } = readWords(words, { positions: ['EXIT'], options: [] });
  const [id = ''] = named;
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    if (!isId(id) || !(await withdrawIn(trx, id, now))) throw new Error(`There is no exit ${id}`);
    await noteAction(trx, { ...deps, action: 'remove_exit', details: { exit: id }, now });
  });
  return `${id} is out for good: its credential is worth nothing. Its owner joins again with a new invitation.`;
}
