import { exitSubject, newSessionsSlot } from '@comet/admission';
import { type Clock, utcMinute } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { revokeSubject } from '../gateways/index.ts';
import {
  type CommandArguments,
  isId,
  type OperatorDeps,
  readArguments,
  readIf,
  readWhole,
  recordOperatorAction,
} from '../operator-commands/index.ts';
import { lockExit } from './exits.store.ts';

/** Tickets that are issued meanwhile carry the time when the drain began, and are valid for a day from then. */
const maxHours = 12;

/**
 * Runs `exits drain EXIT [--hours 1]`: gateways choose the exit for no new session, and what remains after that time ends. A gateway of the
 * previous release does not support the revoked slot, and chooses the exit until then.
 */
export async function drainExit(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, { positions: ['EXIT'], options: ['hours'] });
  const [id = ''] = named;
  const hours = readIf(options.hours, (text) => readWhole(text, { min: 1, max: maxHours })) ?? 1;
  const until = await deps.db.transaction().execute(async (trx) => {
    const exit = isId(id) ? await lockExit(trx, id) : null;
    if (exit === null) throw new Error(`There is no exit ${id}`);
    if (exit.stoppedAt !== null) throw new Error(`Exit ${id} is stopped: it has no connections`);
    if (exit.drainingUntil !== null)
      throw new Error(`Exit ${id} is draining already, until ${utcMinute(exit.drainingUntil)} UTC`);
    const now = deps.clock.now();
    const drainingUntil = new Date(now.getTime() + hours * 3_600_000);
    await trx.updateTable('exits').set({ drainingSince: now, drainingUntil }).where('id', '=', id).execute();
    const details = { exit: id, drainingUntil };
    await recordOperatorAction(trx, { ...deps, action: 'drain_exit', details, now });
    await revokeSubject(trx, exitSubject(id), now, newSessionsSlot);
    return drainingUntil;
  });
  return `Exit ${id} gets no new connections. Those that are left at ${utcMinute(until)} UTC end, and the exit is stopped. Bring it back with exits resume.`;
}

/** Stops the exits whose drain has reached its deadline: every gateway ends their sessions. */
export async function endDrains({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): Promise<void> {
  const due = await db
    .selectFrom('exits')
    .select('id')
    .where('drainingUntil', '<=', clock.now())
    .where('withdrawnAt', 'is', null)
    .execute();
  for (const { id } of due)
    await db.transaction().execute(async (trx) => {
      const exit = await lockExit(trx, id);
      const now = clock.now();
      if (exit === null || exit.drainingUntil === null || exit.drainingUntil > now) return;
      const stopped = { stoppedAt: now, drainingSince: null, drainingUntil: null };
      await trx.updateTable('exits').set(stopped).where('id', '=', id).execute();
      await revokeSubject(trx, exitSubject(id), now);
    });
}
