import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Pipeline } from '../../platform/database/pipeline.ts';
import type { Authentication } from '../../platform/http/authentication/caller.ts';
import type { Route } from '../../platform/http/requests/route.ts';
import { findSignedInUser, sessionFinder } from './sessions/find-session.store.ts';
import { type LogInDeps, logInRoute } from './sessions/log-in.route.ts';
import type { Passwords } from './passwords/password.ts';
import { currentUserRoute, logOutRoute } from './sessions/session.routes.ts';
import { signUpRoute } from './registration/sign-up.route.ts';
import { removeUnverifiedBefore } from './users.store.ts';
import type { RequestVerificationDeps } from './registration/request-verification.ts';
import type { VerificationDeps } from './registration/verification.ts';
import {
  confirmEmailElsewhereRoute,
  confirmEmailRoute,
  disownAccountRoute,
  requestVerificationRoute,
  resendVerificationRoute,
} from './registration/verification.routes.ts';
export { sendVerifications } from './registration/request-verification.ts';
export { refuseCommonPassword } from './passwords/common-passwords.ts';
export { limitAttempts, attemptPassword, type PasswordAttemptDeps } from './passwords/password-attempt.ts';
export { discardUnfinishedSetUp } from './second-factor/unfinished-set-up.store.ts';
export { type PassDeps, passSecondFactor } from './second-factor/pass-second-factor.ts';
export {
  createPasswords,
  PASSWORD_COST,
  type Passwords,
  byPassword,
  type ByPasswordDeps,
} from './passwords/password.ts';
export {
  type ReauthenticationRequest,
  type Proof,
  type ReverifySecondFactor,
  reauthenticate,
  type ReauthenticationDeps,
  type ReauthenticationRefusal,
} from './second-factor/reauthenticate.ts';
export { accountToReset, type SignInCandidate } from './sessions/sign-in-candidates.store.ts';
export {
  confirmAddress,
  confirmedAccount,
  createConfirmedUser,
  isAddressTaken,
} from './registration/confirmed-accounts.store.ts';
export { lockActiveAccount, passwordHashOf, isCurrentPassword } from './users.store.ts';
export {
  deleteIdleTokens,
  endSession,
  endSessions,
  revokeLimitedTokens,
} from './sessions/end-sessions.store.ts';
export {
  oneTimeTokenLifetimeMs,
  pendingSignInsOf,
  revokePendingSignIn,
  revokePendingSignIns,
} from './sessions/pending-sign-ins.store.ts';
export {
  type Issued,
  recordSecondFactor,
  type SigningIn,
  isSessionValid,
} from './sessions/access-tokens.store.ts';
export { maxSessionMs, maxSessions, sessionLifetimeMs } from './sessions/session-lifetimes.ts';
export { deviceHash } from './devices/device-hash.ts';
export {
  deleteDevice,
  deleteOldDevices,
  hasPassedSecondFactor,
  isKnownDeviceOf,
  storeDevice,
} from './devices/known-devices.store.ts';
export { signIn, type SignInDeps, type SignInRefusal, recordDevice } from './sessions/sign-in.ts';
export { deletePastTrust, deleteTrust, deleteTrustedDevices } from './devices/trusted-devices.store.ts';
export { refuseTakenAddress } from './registration/refuse-taken-address.ts';
export { countSignInMethods } from './sessions/sign-in-methods.store.ts';

/** Returns the routes of accounts: registration, sign-in and sign-out, the current user, and verification of the email address. */
export function usersRoutes(
  deps: VerificationDeps & RequestVerificationDeps & LogInDeps & { readonly passwords: Passwords },
): Route[] {
  return [
    signUpRoute(deps),
    logInRoute(deps),
    logOutRoute(deps),
    currentUserRoute(),
    resendVerificationRoute(deps),
    requestVerificationRoute(deps),
    confirmEmailRoute(deps),
    confirmEmailElsewhereRoute(deps),
    disownAccountRoute(deps),
  ];
}

/**
 * Returns the functions that find the user of an access token and a device id: `user` for existing accounts, `deletedUser` for those that
 * can still be recovered. Both return null for an unknown or expired token, or one of another device.
 */
export function authenticateUsers(deps: {
  readonly db: Database;
  readonly quick: Pipeline;
  readonly clock: Clock;
}): Pick<Authentication, 'user' | 'deletedUser'> {
  const { db } = deps;
  const findSession = sessionFinder(deps.quick);
  const find = (isDeleted: boolean) => (token: string, deviceId: string | null) =>
    findSignedInUser({ db, findSession }, { token, deviceId, now: deps.clock.now(), isDeleted });
  return { user: find(false), deletedUser: find(true) };
}

const unverifiedLifetimeMs = 7 * 24 * 3600 * 1000;

/** Deletes the accounts whose address was not confirmed within a week. Returns their number. */
export function deleteUnverified(db: Database, now: Date): Promise<number> {
  return removeUnverifiedBefore(db, new Date(now.getTime() - unverifiedLifetimeMs));
}
