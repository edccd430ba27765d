import type { AttemptCounter } from '../../../platform/http/authentication/attempts.ts';
import type { SignedInUser } from '../../../platform/http/authentication/caller.ts';
import { neighbourhoodOf, sourceOf } from '../../../platform/http/addresses/source-address.ts';
import { mailboxOf } from '../../../platform/mail/mailbox.ts';

const minutes = 60;
const hours = 60 * minutes;

/** More than anybody counts to: this tally stops nobody, it tells how hard guessers try. */
const uncapped = 1_000_000;

/** Guesses at one account from devices that it does not know, in a day. The last that are taken: decision 17. */
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

/** Guesses at all accounts from devices that they do not know, in a minute. */
export const failuresEverywhere: AttemptCounter = { name: 'everywhere', calls: uncapped, seconds: minutes };

/** Verification mails to one mailbox, however its address is spelled. Anyone can ask for them in anyone's name, and those that came before still work. */
export const verificationMails = (email: string): AttemptCounter => ({
  name: `verification mail to ${mailboxOf(email)}`,
  calls: 10,
  seconds: hours,
});

/**
 * Wrong passwords given in sessions of one account, where something sensitive asks for it once more. A session that began with the
 * password has a count of its own, because nobody gets another one by guessing. Sessions that began otherwise share one count for each
 * method: the holder of one can make more, and must not get more guesses by it.
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

/** How many failures have been counted in the two. */
export interface Pressure {
  readonly atAccount: number;
  readonly everywhere: number;
}

/** People mistype. From here on it is more than that. */
const accountUnderAttack = 30;
const accountUnderSiege = 1000;
const serviceUnderAttack = 1200;

/** A device that has signed in to the account before has a count of its own, which nobody else can use up. */
export function knownDeviceClass(email: string, deviceId: string): readonly AttemptCounter[] {
  return [{ name: `device ${deviceId} at ${email}`, calls: 10, seconds: 10 * minutes }];
}

/**
 * Everybody else is counted by where they come from: at all accounts, and at this one. The harder an account is attacked, the less
 * each source may try; but a source that has not failed yet may always, so the owner gets in with the right password, up to the account's
 * ceiling over all sources.
 */
export function unknownDeviceClass(
  at: { readonly email: string; readonly address: string },
  pressure: Pressure,
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
  const calls = pressure.atAccount < accountUnderSiege ? 3 : 1;
  return [
    ...anywhere,
    { name: fromSource, calls, seconds: hours },
    { name: `around ${neighbourhood} at ${at.email}`, calls: 10 * calls, seconds: hours },
  ];
}
