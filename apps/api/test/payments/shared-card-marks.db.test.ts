import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordCardUse, sharedCardUses } from '../../src/features/shared-cards/index.ts';
import type { DatabaseTransaction } from '../../src/platform/database/database.ts';
import { up as markSharedCards } from '../../src/platform/database/migrations/0106-shared-card-index.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { waitForLock } from '../fixture/during-transaction.ts';
import { makePaidUser } from './paid-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

/** Records the use of a card by a new customer. */
async function useBy(cardHash: Buffer): Promise<(trx: DatabaseTransaction) => Promise<void>> {
  const { id: userId, orderId } = await makePaidUser(under);
  const now = under.clock.now();
  return (trx) => recordCardUse(trx, { cardHash, kind: 'trial', userId, orderId, usedAt: now }, now);
}

async function listed(cardHash: Buffer): Promise<number> {
  const uses = await sharedCardUses(under.dependencies.db, under.clock.now());
  return uses.filter(({ card }) => cardHash.toString('hex').startsWith(card)).length;
}

test('two first uses of a card at the same moment are listed', async () => {
  const { db } = under.dependencies;
  const card = randomBytes(32);
  const [one, other] = [await useBy(card), await useBy(card)];
  const second = await db.transaction().execute(async (trx) => {
    await one(trx);
    const started = db.transaction().execute(other);
    await waitForLock(under);
    // Wrapped, so that the transaction does not await the other one, which waits for it.
    return { started };
  });
  await second.started;
  expect(await listed(card)).toBe(2);
});

test('a card of one account is not listed, nor marked', async () => {
  const { db } = under.dependencies;
  const card = randomBytes(32);
  await db.transaction().execute(await useBy(card));
  expect(await listed(card)).toBe(0);
  const marked = await db.selectFrom('cardUses').select('isShared').where('cardHash', '=', card).execute();
  expect(marked).toEqual([{ isShared: false }]);
});

test('the migration marks cards that were shared before it', async () => {
  const { db } = under.dependencies;
  const [shared, single] = [randomBytes(32), randomBytes(32)];
  for (const card of [shared, shared, single]) await db.transaction().execute(await useBy(card));
  await db.updateTable('cardUses').set({ isShared: false }).execute();
  expect(await listed(shared)).toBe(0);
  await markSharedCards(db.withoutPlugins() as never);
  expect([await listed(shared), await listed(single)]).toEqual([2, 0]);
});
