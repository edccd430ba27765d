import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { boundsInWords, deniedIn } from '../exits/index.ts';
import { withdrawHeldBy } from '../grants/index.ts';
import { isId, noteAction, readIf, readWhole, readWords, type Words } from '../operator/index.ts';
import { holdUpstreams, spreadIn } from './spread-upstreams.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly operator: string;
}

/** What nobody does through it, and how much goes through it. */
export async function showUpstream({ db }: Pick<Deps, 'db'>, words: Words): Promise<string> {
  const { named } = readWords(words, { positions: ['ID'], options: [] });
  const [id = ''] = named;
  const upstream = isId(id)
    ? await db.selectFrom('upstreams').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (upstream === undefined) throw new Error(`There is no upstream ${id}`);
  return boundsInWords({ ...upstream, limitDayBytes: null });
}

/** Ends what leaves by it, at once and at every gateway, and keeps what is known of it; or lets it serve again. */
export async function stopUpstream(deps: Deps, words: Words, isStop: boolean): Promise<string> {
  const { named } = readWords(words, { positions: ['ID'], options: [] });
  const [id = ''] = named;
  const stoppedAt = isStop ? deps.clock.now() : null;
  await change(deps, id, isStop ? 'stop_upstream' : 'resume_upstream', { stoppedAt });
  return isStop ? `Nothing leaves by ${id} any more, until upstreams resume.` : `${id} serves again.`;
}

/** Sets those of the lists that are named. An empty list denies nothing. */
export async function setUpstreamRules(deps: Deps, words: Words): Promise<string> {
  const { named, options } = readWords(words, {
    positions: ['ID'],
    options: ['ports', 'networks', 'names'],
  });
  const [id = ''] = named;
  await change(deps, id, 'set_upstream_rules', deniedIn(options));
  return `${id} comes back with the new rules.`;
}

/** Bounds what goes through it at each gateway and in each country; without a number nothing does. */
export async function capUpstream(deps: Deps, words: Words): Promise<string> {
  const { named, options } = readWords(words, { positions: ['ID'], options: ['megabits'] });
  const [id = ''] = named;
  const megabits = readIf(options.megabits, (text) => readWhole(text, { min: 1, max: 1_000_000 }));
  const limitBytesPerSecond = megabits === undefined ? null : megabits * 125_000;
  await change(deps, id, 'cap_upstream', { limitBytesPerSecond });
  return `${id} comes back with the new cap.`;
}

/** A grant never changes: gateways are given another, and what goes through the endpoint begins anew. */
async function change(
  deps: Deps,
  id: string,
  action: 'set_upstream_rules' | 'cap_upstream' | 'stop_upstream' | 'resume_upstream',
  changes:
    | ReturnType<typeof deniedIn>
    | { readonly limitBytesPerSecond: number | null }
    | { readonly stoppedAt: Date | null },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await holdUpstreams(trx);
    const now = deps.clock.now();
    const changed = isId(id)
      ? await trx
          .updateTable('upstreams')
          .set(changes)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
      : undefined;
    if (changed === undefined) throw new Error(`There is no upstream ${id}`);
    await noteAction(trx, { ...deps, action, details: { id, ...changes }, now });
    await withdrawHeldBy(trx, id, now);
    await spreadIn(trx, now);
  });
}
