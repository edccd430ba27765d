import { ok, type Result } from '@comet/foundation';
import type { Attempts, AttemptCounter } from '../http/authentication/attempts.ts';
import { allocationOf, neighbourhoodOf, sourceOf } from '../http/addresses/source-address.ts';
import { mailboxOf } from './mailbox.ts';

const seconds = 600;

/** Counted before the total, so that a source over its limit uses up none of the total. */
const talliesOf = (address: string): readonly AttemptCounter[] => [
  { name: `unverified mail from ${sourceOf(address)}`, calls: 30, seconds },
  { name: `unverified mail around ${neighbourhoodOf(address)}`, calls: 60, seconds },
];

/** Five a second on average: what the mail server and our sender reputation can take if every mail has another source. */
const everywhere: AttemptCounter = { name: 'unverified mail', calls: 3000, seconds };

/** The networks of a caller that have a reserve: the /24 or /48, and the /16 or /32. */
export interface ReserveNetworks {
  readonly neighbourhood: string;
  readonly allocation: string;
}

/** Returns the two networks of an address that have a reserve. */
export const reserveNetworksOf = (address: string): ReserveNetworks => ({
  neighbourhood: neighbourhoodOf(address),
  allocation: allocationOf(address),
});

/**
 * A network's reserve after the total is reached: registration stays open to it during an attack from elsewhere. An attacker may have
 * thousands of networks of one provider, but not many providers.
 */
const reserveOf = ({ neighbourhood, allocation }: ReserveNetworks): readonly AttemptCounter[] => [
  { name: `reserved unverified mail around ${neighbourhood}`, calls: 5, seconds },
  { name: `reserved unverified mail of ${allocation}`, calls: 50, seconds },
];

/** A mail that counts in the total until it is released because it was not sent; its source keeps the count. */
interface MailReservation {
  release(): Promise<void>;
}

/**
 * Counts a mail to an unconfirmed address that the caller at `address` entered; returns the seconds to wait where there were too many from
 * that source (an IPv4 address or an IPv6 /64), its neighbourhood (a /24 or a /48) or overall. Call it before the account lookup, for every
 * address: the count then does not disclose who has an account. When the total is reached, each network has its own reserve (decision
 * 23).
 */
export async function countUnverifiedMail(
  attempts: Pick<Attempts, 'begin'>,
  address: string,
): Promise<Result<MailReservation, number>> {
  const ofSource = await attempts.begin(talliesOf(address));
  if (!ofSource.ok) return ofSource;
  const counted = await countInTotal(attempts, reserveNetworksOf(address));
  if (counted.ok) return ok({ release: counted.value.succeeded });
  await ofSource.value.succeeded();
  return counted;
}

/**
 * The same for password resets, where the mailbox may be another person's. They have separate counters, without a total over all sources:
 * an attack must not block the resets of owners.
 */
export async function countResetMail(
  attempts: Pick<Attempts, 'begin'>,
  address: string,
): Promise<Result<unknown, number>> {
  return attempts.begin([
    { name: `reset mail from ${sourceOf(address)}`, calls: 20, seconds },
    { name: `reset mail around ${neighbourhoodOf(address)}`, calls: 60, seconds },
  ]);
}

/** Resets to one mailbox that no account of the requested address has confirmed, in every spelling of its address. */
const resetsOf = (email: string): AttemptCounter => ({
  name: `unverified reset mail to ${mailboxOf(email)}`,
  calls: 10,
  seconds: 3600,
});

/**
 * Counts a reset to an unconfirmed address; returns false where its mailbox got too many, or where the total and the reserve of its caller
 * are exhausted. Not for confirmed addresses: other spellings must not block the owner's reset.
 */
export async function mayResetUnverified(
  attempts: Pick<Attempts, 'begin'>,
  { email, networks }: { readonly email: string; readonly networks: ReserveNetworks },
): Promise<boolean> {
  const ofMailbox = await attempts.begin([resetsOf(email)]);
  if (!ofMailbox.ok) return false;
  const inTotal = await countInTotal(attempts, networks);
  if (!inTotal.ok) await ofMailbox.value.succeeded();
  return inTotal.ok;
}

async function countInTotal(
  attempts: Pick<Attempts, 'begin'>,
  networks: ReserveNetworks,
): ReturnType<Attempts['begin']> {
  const inTotal = await attempts.begin([everywhere]);
  return inTotal.ok ? inTotal : attempts.begin(reserveOf(networks));
}
