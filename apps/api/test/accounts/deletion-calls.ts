import { api } from '@comet/contract';
import { purgeDeletedAccounts } from '../../src/features/deletion/index.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { createOutbox } from '../../src/platform/mail/outbox.ts';
import type { ApiUnderTest, TestUser } from '../fixture/api-fixture.ts';

/** The password of the account that `populated-customer.ts` makes. */
export const password = 'correct horse battery staple';
export const dayMs = 24 * 3600 * 1000;

/** Account calls of the tests of deletion, recovery and purge. */
export function deletionCalls(under: ApiUnderTest) {
  return {
    recoveryDeps: () => ({
      ...under.dependencies,
      outbox: createOutbox(under.jobs, createSealer(under.dependencies.keys.seal)),
      dashboardUrl: 'https://dashboard.example',
    }),
    remove: (user: TestUser) => under.call(api.deleteAccount, { body: { password } }, user),
    purge: () =>
      purgeDeletedAccounts({
        ...under.dependencies,
        sealer: createSealer(under.dependencies.keys.seal),
      }),
    exists: async (id: string) =>
      (await under.dependencies.db.selectFrom('users').select('id').where('id', '=', id).execute()).length ===
      1,
  };
}
