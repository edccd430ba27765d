import { type Clock, utcMinute } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { readArguments, table, type CommandArguments } from '../operator-commands/index.ts';
import { sharedCardUses } from './card-uses.store.ts';

/** Runs `shared-cards`: returns a table of trials and refunds of several accounts with equal cards, for manual review. */
export async function sharedCardsCommand(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  args: CommandArguments,
): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const uses = await sharedCardUses(db, clock.now());
  return table(
    ['card', 'what', 'account', 'order', 'when'],
    uses.map(({ card, kind, email, orderNumber, usedAt }) => [
      ...[card, kind, email ?? 'removed', orderNumber ?? '-'],
      utcMinute(usedAt),
    ]),
  );
}
