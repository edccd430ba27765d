import type { DataOwner } from '../../src/features/residential-data/balance.ts';
import { recordRefill } from '../../src/features/residential-data/accounts.store.ts';
import { quotaAccountsAt } from '../../src/features/residential-data/quota-accounts.store.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { createOutbox } from '../../src/platform/mail/outbox.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';

/** The dependencies of spending data. */
export function spendingDeps(under: ApiUnderTest) {
  const outbox = createOutbox(under.jobs, createSealer(under.dependencies.keys.seal));
  return { ...under.dependencies, outbox, dashboardUrl: under.dependencies.settings.dashboardUrl };
}

/** Adds bytes of a product to an account, like a purchase. */
export async function giveBytes(under: ApiUnderTest, owner: DataOwner, bytes: number): Promise<void> {
  await under.dependencies.db.transaction().execute(async (trx) => {
    const { userId, product } = owner;
    const entry = { userId, product, kind: 'adjustment', bytes, orderId: null } as const;
    await trx
      .insertInto('dataEntries')
      .values({ ...entry, enteredAt: under.clock.now() })
      .execute();
    await recordRefill(trx, owner);
  });
}

/** Creates the quota account of an account's tunnels on a gateway, with a gigabyte to draw. */
export async function giveQuotaAccount(
  under: ApiUnderTest,
  { id: userId }: { readonly id: string },
  gateway: { readonly id: string },
  bytes = 1_000_000_000,
): Promise<string> {
  const owner = { userId, product: 'residential_vpn' } as const;
  if (bytes > 0) await giveBytes(under, owner, bytes);
  const quotaAccounts = await under.dependencies.db
    .transaction()
    .execute((trx) => quotaAccountsAt(trx, { ...owner, proxyUserId: null }, [gateway.id]));
  return quotaAccounts.get(gateway.id) ?? '';
}

/** Creates an account with data and a quota account on each gateway. */
export async function makeSpender(
  under: ApiUnderTest,
  gateways: readonly { readonly id: string }[],
  bytes: number,
) {
  const { id: userId } = await makePaidUser(under);
  const owner = { userId, product: 'residential_vpn' } as const;
  if (bytes > 0) await giveBytes(under, owner, bytes);
  const quotaAccounts = await Promise.all(
    gateways.map((gateway) => giveQuotaAccount(under, { id: userId }, gateway, 0)),
  );
  return { owner, quotaAccounts };
}

/** Returns the ledger entries of an account's usage. */
export function usageEntriesOf(under: ApiUnderTest, { userId }: DataOwner) {
  return under.dependencies.db
    .selectFrom('dataEntries')
    .select(['bytes', 'enteredAt'])
    .where('userId', '=', userId)
    .where('kind', '=', 'usage')
    .execute();
}
