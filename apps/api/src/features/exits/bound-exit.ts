import { exitSubject } from '@comet/admission';
import type { Clock } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { OperatorAction } from '../../platform/database/schema.ts';
import { revokeSubject } from '../gateways/index.ts';
import { isId, noteAction, readIf, readWhole, readWords, type Words } from '../operator/index.ts';
import { lockExit, type StoredExit } from './exits.store.ts';
import { deniedIn } from './rules.ts';

export interface ExitsCommandDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The name of who runs it, for the audit trail. */
  readonly operator: string;
}

/** Stops an exit, or lets it come back. */
export async function stopExit(deps: ExitsCommandDeps, words: Words, isStop: boolean): Promise<string> {
  const { named } = readWords(words, { positions: ['EXIT'], options: [] });
  const [id = ''] = named;
  await change(deps, id, isStop ? 'stop_exit' : 'resume_exit', (now) => ({
    stoppedAt: isStop ? now : null,
  }));
  return isStop ? `${id} carries nothing any more, until exits resume.` : `${id} may come back.`;
}

/** Sets those of the lists that are named. An empty list denies nothing. */
export async function setRules(deps: ExitsCommandDeps, words: Words): Promise<string> {
  const { named, options } = readWords(words, {
    positions: ['EXIT'],
    options: ['ports', 'networks', 'names'],
  });
  const [id = ''] = named;
  const rules = deniedIn(options);
  await change(deps, id, 'set_exit_rules', () => rules);
  return `${id} comes back with the new rules.`;
}

/** Sets both bounds: one that is not named is none. */
export async function setCaps(deps: ExitsCommandDeps, words: Words): Promise<string> {
  const { named, options } = readWords(words, {
    positions: ['EXIT'],
    options: ['megabits', 'day-gigabytes'],
  });
  const [id = ''] = named;
  const whole = (text: string) => readWhole(text, { min: 1, max: 1_000_000 });
  const megabits = readIf(options.megabits, whole);
  const gigabytes = readIf(options['day-gigabytes'], whole);
  await change(deps, id, 'cap_exit', () => ({
    limitBytesPerSecond: megabits === undefined ? null : megabits * 125_000,
    limitDayBytes: gigabytes === undefined ? null : gigabytes * 1_000_000_000,
  }));
  return `${id} comes back with the new caps.`;
}

/** Changes an exit, notes it, and ends what stands on its earlier tickets, so that it counts at once. */
async function change(
  deps: ExitsCommandDeps,
  id: string,
  action: OperatorAction,
  changesAt: (now: Date) => Parameters<typeof setExit>[2],
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!isId(id) || (await lockExit(trx, id)) === null) throw new Error(`There is no exit ${id}`);
    const now = deps.clock.now();
    const changes = changesAt(now);
    await setExit(trx, id, changes);
    await noteAction(trx, { ...deps, action, details: { exit: id, ...changes }, now });
    await revokeSubject(trx, exitSubject(id), now);
  });
}

async function setExit(
  trx: DatabaseTransaction,
  id: string,
  changes: Partial<
    Pick<
      StoredExit,
      'stoppedAt' | 'deniedPorts' | 'deniedNetworks' | 'deniedNames' | 'limitBytesPerSecond' | 'limitDayBytes'
    >
  >,
): Promise<void> {
  await trx.updateTable('exits').set(changes).where('id', '=', id).execute();
}
