import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { deniedIn } from '../exits/index.ts';
import { withdrawHeldBy } from '../grants/index.ts';
import { noteAction, readIf, readWhole, readWords, type Words } from '../operator/index.ts';
import { spreadIn } from './spread-upstreams.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly operator: string;
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
  action: 'set_upstream_rules' | 'cap_upstream',
  changes: ReturnType<typeof deniedIn> | { readonly limitBytesPerSecond: number | null },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const changed = /^[0-9a-f-]{36}$/.test(id)
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
