import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { IdentityProviders } from '../../platform/identity/identity-provider.ts';
import { type StartedSignIn, storeSignIn } from './sign-ins.store.ts';

export interface BeginDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly providers: IdentityProviders;
}

type BeginRefusal = 'provider_not_offered' | 'provider_unavailable';

/** Starts a sign-in at a provider: returns the URL to open. */
export async function begin(
  deps: BeginDeps,
  departure: StartedSignIn,
): Promise<Result<{ readonly url: string }, BeginRefusal>> {
  const provider = deps.providers[departure.provider];
  if (provider === undefined) return err('provider_not_offered');
  const secrets = await storeSignIn(deps.db, departure, deps.clock.now());
  const url = await provider.authorizationUrl(secrets);
  return url.ok ? ok({ url: url.value }) : err('provider_unavailable');
}
