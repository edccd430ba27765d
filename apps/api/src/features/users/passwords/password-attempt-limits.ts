import type { AttemptCounter } from '../../../platform/http/authentication/attempts.ts';
import type { SignedInUser } from '../../../platform/http/authentication/caller.ts';
import { neighbourhoodOf, sourceOf } from '../../../platform/http/addresses/source-address.ts';
import { mailboxOf } from '../../../platform/mail/mailbox.ts';

const minutes = 60;
const hours = 60 * minutes;

/** A limit that is never reached: this counter only measures the intensity of an attack. */
const uncapped = 1_000_000;

/** Failures at one account from unknown devices, per day. The last that are accepted: decision 17. */
export const failuresAtAccount = (email: string): AttemptCounter => ({
  name: `at ${email}`,
  calls: 2000,
  seconds: 24 * hours,
});

/** The same in 30 days. */
export const failuresInMonth = (email: string): AttemptCounter => ({
  name: `at ${email}`,
  calls: 10_000,
  seconds: 30 * 24 * hours,
});

/** Failures at all accounts from unknown devices, per minute. */
export const failuresEverywhere: AttemptCounter = { name: 'everywhere', calls: uncapped, seconds: minutes };

/**
 * Verification mails to one mailbox, in every spelling of its address. Anyone can request them for any address, and the links of earlier
 * mails stay valid.
 */
export const verificationMails = (email: string): AttemptCounter => ({
  name: `verification mail to ${mailboxOf(email)}`,
  calls: 10,
  seconds: hours,
});

/**
 * Wrong passwords within sessions of one account, at reauthentication. A session that began with the password has its own counter, because
 * guessing yields no further session. Other sessions share one counter per method: the holder of one can create more and must not get more
 * guesses.
 */
export function wrongPasswordsWithin(
  session: Pick<SignedInUser, 'id' | 'tokenId' | 'method'>,
): readonly AttemptCounter[] {
  const { id, tokenId, method } = session;
  const beganWithPassword = method === 'password' || method === 'sign_up';
  const name = beganWithPassword ? `within ${id} in ${tokenId}` : `within ${id} by ${method}`;
  return [
    { name, calls: 30, seconds: 10 * minutes },
    { name, calls: 100, seconds: 24 * hours },
  ];
}

/** Failures counted at one account and at all. */
export interface FailureCounts {
  readonly atAccount: number;
  readonly everywhere: number;
}

/** The threshold above mistyped passwords. */
const accountUnderAttack = 30;
const accountUnderSustainedAttack = 1000;
const serviceUnderAttack = 1200;

/** A device that has signed in to the account before has its own counter, which other devices cannot exhaust. */
export function knownDeviceClass(email: string, deviceId: string): readonly AttemptCounter[] {
  return [{ name: `device ${deviceId} at ${email}`, calls: 10, seconds: 10 * minutes }];
}

/**
 * Unknown devices are counted by source address: at all accounts, and at this one. The more an account is attacked, the fewer attempts each
 * source gets; a source without failures always gets one, so that the owner can sign in with the right password, up to the account's limit
 * over all sources.
 */
export function unknownDeviceClass(
  at: { readonly email: string; readonly address: string },
  pressure: FailureCounts,
): readonly AttemptCounter[] {
  const source = sourceOf(at.address);
  const neighbourhood = neighbourhoodOf(at.address);
  const isCalm = pressure.everywhere < serviceUnderAttack;
  const anywhere: readonly AttemptCounter[] = [
    { name: `from ${source}`, calls: isCalm ? 30 : 5, seconds: 10 * minutes },
    { name: `around ${neighbourhood}`, calls: 300, seconds: 10 * minutes },
  ];
  const fromSource = `from ${source} at ${at.email}`;
  if (pressure.atAccount < accountUnderAttack && isCalm) {
    return [...anywhere, { name: fromSource, calls: 10, seconds: 10 * minutes }];
  }
  const calls = pressure.atAccount < accountUnderSustainedAttack ? 3 : 1;
  return [
    ...anywhere,
    { name: fromSource, calls, seconds: hours },
    { name: `around ${neighbourhood} at ${at.email}`, calls: 10 * calls, seconds: hours },
  ];
}
