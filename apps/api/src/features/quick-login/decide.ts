import { type Clock, err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { deviceSignedInEmail } from './emails.ts';
import { sameNetwork } from '../../platform/http/addresses/source-address.ts';

export interface DecideDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/** A code that is approved in its last moments stays valid for so long: the device asks once a minute at least. */
const collectMs = 2 * 60_000;

/**
 * Lets a waiting device in or turns it away, once. Letting one in is told to the owner by mail. The same answer given
 * again is the same success: a second press must not read as a failure. An approval is repeated by its own user only.
 */
export async function decideAuthorization(
  deps: DecideDeps,
  given: {
    readonly user: SignedInUser;
    readonly address: string;
    readonly userCode: string;
    readonly approve: boolean;
  },
): Promise<Result<undefined, 'user_code_unknown'>> {
  const { user, userCode, approve } = given;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const decided = await trx
      .updateTable('deviceAuthorizations')
      .set(
        approve
          ? {
              state: 'approved',
              userId: user.id,
              approvedBy: user.tokenId,
              approvedAt: now,
              expiresAt: sql<Date>`greatest(expires_at, ${new Date(now.getTime() + collectMs)})`,
            }
          : { state: 'denied' },
      )
      .where('userCode', '=', userCode)
      .where('state', '=', 'pending')
      .where('expiresAt', '>', now)
      .returning(['deviceName', 'address'])
      .executeTakeFirst();
    if (decided === undefined) {
      const repeated = await trx
        .selectFrom('deviceAuthorizations')
        .select('id')
        .where('userCode', '=', userCode)
        .where((where) =>
          approve
            ? where.and([where('userId', '=', user.id), where('approvedBy', 'is not', null)])
            : where('state', '=', 'denied'),
        )
        .where('expiresAt', '>', now)
        .executeTakeFirst();
      return repeated === undefined ? err('user_code_unknown') : ok(undefined);
    }
    if (approve) {
      const email = deviceSignedInEmail({
        name: decided.deviceName,
        network: networkOfDevice(decided.address, given.address),
        at: now,
        sessionsUrl: `${deps.dashboardUrl}/dash/settings/`,
      });
      await deps.outbox.post(trx, user.email, email);
    }
    return ok(undefined);
  });
}

/** Where a waiting device stands, seen from the browser that decides: decision 17. */
type Network = 'same' | 'other' | 'unknown';

/** Compares the addresses of the two; one of IPv4 and one of IPv6 say nothing about each other. */
export function networkOfDevice(device: string, browser: string): Network {
  const same = sameNetwork(device, browser);
  if (same === null) return 'unknown';
  return same ? 'same' : 'other';
}
