import type { Route } from '../../platform/http/requests/route.ts';
import type { ReauthenticationDeps } from '../users/index.ts';
import type { PasskeyDeps } from './add-passkey.ts';
import {
  addPasskeyRoute,
  beginPasskeyRoute,
  listPasskeysRoute,
  removePasskeyRoute,
  renamePasskeyRoute,
} from './passkeys.routes.ts';
import { beginPasskeySignInRoute, signInWithPasskeyRoute } from './sign-in.routes.ts';
import {
  beginTwoFactorPasskeyRoute,
  showTwoFactorPasskeyRoute,
  verifyTwoFactorPasskeyRoute,
} from './two-factor.routes.ts';

export { type NewCredential, passkeyName, verifyNewCredential } from './add-passkey.ts';
export {
  creationOptions,
  relyingPartyOf,
  requestOptions,
  userHandleOf,
} from './ceremony-options.ts';
export { ceremonyMs } from './challenges.store.ts';
export { passkeyLimit } from './passkeys.store.ts';
export { type Assertion, readClientData, verifyAssertion } from './use-passkey.ts';
export { deletePastCeremonies } from './challenges.store.ts';

/** Returns the routes of passkeys (WebAuthn Level 3): managing them, signing in with one, and using one as the second factor. */
export function passkeysRoutes(deps: PasskeyDeps & ReauthenticationDeps): Route[] {
  return [
    listPasskeysRoute(deps),
    beginPasskeyRoute(deps),
    addPasskeyRoute(deps),
    renamePasskeyRoute(deps),
    removePasskeyRoute(deps),
    beginPasskeySignInRoute(deps),
    signInWithPasskeyRoute(deps),
    showTwoFactorPasskeyRoute(deps),
    beginTwoFactorPasskeyRoute(deps),
    verifyTwoFactorPasskeyRoute(deps),
  ];
}
