import { api } from '@comet/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endSessions } from '../../src/features/users/index.ts';
import type { DatabaseTransaction } from '../../src/platform/database/database.ts';
import { makeUser, type TestUser } from '../fixture/api-fixture.ts';
import { holdingAccount, duringTransaction } from '../fixture/during-transaction.ts';
import { outcome } from '../sign-in/passkey-client.ts';
import { newBrowser, type SocialFixture, startSocialFixture } from './social-fixture.ts';

let fixture: SocialFixture;
let user: TestUser;
beforeAll(async () => {
  fixture = await startSocialFixture();
});
beforeEach(async () => {
  user = await makeUser(fixture.under);
});
afterAll(() => fixture.stop());

/** Replaces the password and ends every session. */
async function passwordReset(trx: DatabaseTransaction): Promise<void> {
  const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$bm9uZQ';
  await trx.updateTable('users').set({ passwordHash }).where('id', '=', user.id).execute();
  await endSessions(trx, user.id);
}

const shutOut = () => ({ holds: holdingAccount(user.id), changes: passwordReset });
const identities = () =>
  fixture.under.dependencies.db.selectFrom('identities').select('id').where('userId', '=', user.id).execute();

test('a provider is not connected if its session ends meanwhile', async () => {
  const body = { provider: 'google', password: user.password } as const;
  const begun = await fixture.under.call(api.startIdentityLink, { body }, user);
  const { url } = begun.json as { url: string };
  const response = await fixture.signInAtProvider(url, { email: 'thief@example.com', verified: true });
  const brought = await duringTransaction(fixture.under, shutOut(), () =>
    fixture.sendResponse('google', response, user),
  );
  expect(outcome(brought)).toBe('authentication_failed');
  expect(await identities()).toEqual([]);
});

test('a provider is not connected by a password that is replaced meanwhile', async () => {
  const thief = newBrowser();
  const arrived = await fixture.signIn('google', { email: user.email, verified: true }, thief);
  const { confirmation } = arrived.json as { confirmation: { token: string } };
  const body = { token: confirmation.token, password: user.password };
  const confirmed = await duringTransaction(fixture.under, shutOut(), () =>
    fixture.under.call(api.confirmSocialByPassword, { body }, thief),
  );
  expect(outcome(confirmed)).toBe('current_password_wrong');
  expect(await identities()).toEqual([]);
});
