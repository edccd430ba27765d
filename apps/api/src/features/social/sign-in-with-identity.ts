import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import {
  createConfirmedUser,
  type Issued,
  signIn,
  type SigningIn,
  type SignInRefusal,
  recordDevice,
} from '../users/index.ts';
import { insertIdentity, type NewIdentity, ownerOf } from './identities.store.ts';
import { identityConnectedEmail } from './emails.ts';

export interface SocialDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/** Device and client of a sign-in. */
export type SignInClient = Pick<SigningIn, 'deviceId' | 'client' | 'now'>;

/** A session for the owner of an identity; `signIn` applies two-factor and deletion rules. */
export function signInWithIdentity(
  deps: SocialDeps,
  trx: DatabaseTransaction,
  userId: string,
  entrant: SignInClient,
): Promise<Result<Issued, SignInRefusal>> {
  return signIn(deps, trx, { ...entrant, userId, method: 'social' });
}

/** Connects an identity to an existing account, unless it is connected to another. */
export async function connect(
  deps: SocialDeps,
  trx: DatabaseTransaction,
  identity: NewIdentity,
  client: CallingClient,
): Promise<Result<undefined, 'identity_linked_elsewhere'>> {
  const owner = await ownerOf(trx, identity);
  if (owner !== null && owner !== identity.userId) return err('identity_linked_elsewhere');
  if (owner === null) await connectFree(deps, trx, identity, client);
  return ok(undefined);
}

/** Connects an identity that no account has, and notifies the owner of the account. */
export async function connectFree(
  deps: SocialDeps,
  trx: DatabaseTransaction,
  identity: NewIdentity,
  client: CallingClient,
): Promise<void> {
  await insertIdentity(trx, identity);
  await notifyOwner(deps, trx, identity, client);
}

/** Queues the email about a newly linked identity. */
export async function notifyOwner(
  deps: Pick<SocialDeps, 'outbox' | 'dashboardUrl'>,
  trx: DatabaseTransaction,
  identity: NewIdentity,
  client: CallingClient,
): Promise<void> {
  const { email } = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', identity.userId)
    .executeTakeFirstOrThrow();
  const settingsUrl = `${deps.dashboardUrl}/dash/settings/`;
  const occasion = { provider: identity.provider, email: identity.email, client, at: identity.now };
  await deps.outbox.post(trx, email, identityConnectedEmail({ ...occasion, settingsUrl }));
}

/** Creates an account for an address that was just proved, with the identity that proved it, and a session. */
export async function createAndSignIn(
  deps: SocialDeps,
  trx: DatabaseTransaction,
  identity: Omit<NewIdentity, 'userId' | 'email'> & { readonly email: string },
  entrant: SignInClient,
): Promise<Result<Issued, SignInRefusal>> {
  const { email, now } = identity;
  const userId = await createConfirmedUser(trx, { email, now });
  await insertIdentity(trx, { ...identity, userId });
  // The first device of a new account causes no notice.
  await recordDevice(deps, trx, { ...entrant, userId, method: 'sign_up' }, { email, verifiedAt: now });
  return signInWithIdentity(deps, trx, userId, entrant);
}
