import { ok, type Result } from '@comet/foundation';
import type { Attempts, AttemptCounter } from '../http/authentication/attempts.ts';
import { allocationOf, neighbourhoodOf, sourceOf } from '../http/addresses/source-address.ts';

const seconds = 600;

/** Counted before the total, so that a source that has had enough takes nothing from the others. */
const talliesOf = (address: string): readonly AttemptCounter[] => [
  { name: `unverified mail from ${sourceOf(address)}`, calls: 30, seconds },
  { name: `unverified mail around ${neighbourhoodOf(address)}`, calls: 60, seconds },
];

/** Five a second on average: what the mail server and our name as a sender can bear when every source is another. */
const everywhere: AttemptCounter = { name: 'unverified mail', calls: 3000, seconds };

/** The networks of a caller that have a reserve: the /24 or /48, and the /16 or /32. */
export interface ReserveNetworks {
  readonly neighbourhood: string;
  readonly allocation: string;
}

export const reserveNetworksOf = (address: string): ReserveNetworks => ({
  neighbourhood: neighbourhoodOf(address),
  allocation: allocationOf(address),
});

/**
 * What a network may cause after the total is reached: a flood from elsewhere leaves registration open to it. An attacker has networks by the
 * thousand of one provider, but not providers.
 */
const reserveOf = ({ neighbourhood, allocation }: ReserveNetworks): readonly AttemptCounter[] => [
  { name: `reserved unverified mail around ${neighbourhood}`, calls: 5, seconds },
  { name: `reserved unverified mail of ${allocation}`, calls: 50, seconds },
];

/** A mail that counts in the total until it turns out that it is not sent; its source goes on counting it. */
export interface CountedMail {
  isNotSent(): Promise<void>;
}

/**
 * Counts a mail to an address that the caller at `address` typed and nobody has confirmed; the seconds to wait where there were too many
 * from that source (an IPv4 address or an IPv6 /64), its neighbourhood (a /24 or a /48) or everywhere. Call it before looking the address
 * up, for each address alike: the count then says nothing about who has an account. When the total is reached, each network has a reserve of
 * its own (decision 23).
 */
export async function takeUnverifiedMail(
  attempts: Pick<Attempts, 'begin'>,
  address: string,
): Promise<Result<CountedMail, number>> {
  const ofSource = await attempts.begin(talliesOf(address));
  if (!ofSource.ok) return ofSource;
  const counted = await countInTotal(attempts, reserveNetworksOf(address));
  if (counted.ok) return ok({ isNotSent: counted.value.succeeded });
  await ofSource.value.succeeded();
  return counted;
}

/**
 * The same for password resets, where the mailbox may be anybody's. They have tallies of their own, and none over all sources: a flood
 * must not end the resets of owners.
 */
export async function takeResetMail(
  attempts: Pick<Attempts, 'begin'>,
  address: string,
): Promise<Result<unknown, number>> {
  return attempts.begin([
    { name: `reset mail from ${sourceOf(address)}`, calls: 20, seconds },
    { name: `reset mail around ${neighbourhoodOf(address)}`, calls: 60, seconds },
  ]);
}

/** Counts a reset that would go to a mailbox which nobody has confirmed; false where the total and the reserve of its caller are used up. */
export async function mayResetUnverified(
  attempts: Pick<Attempts, 'begin'>,
  networks: ReserveNetworks,
): Promise<boolean> {
  return (await countInTotal(attempts, networks)).ok;
}

async function countInTotal(
  attempts: Pick<Attempts, 'begin'>,
  networks: ReserveNetworks,
): ReturnType<Attempts['begin']> {
  const inTotal = await attempts.begin([everywhere]);
  return inTotal.ok ? inTotal : attempts.begin(reserveOf(networks));
}
