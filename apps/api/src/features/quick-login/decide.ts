import { type Clock, err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { recordSignInNotice } from '../sign-in-notices/index.ts';
import { deviceProgram } from './device-authorizations.store.ts';
import { deviceSignedInEmail } from './emails.ts';
import { sameNetwork } from '../../platform/http/addresses/source-address.ts';

export interface DecideDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/** An approved code stays valid for at least this long: the device polls at least once a minute. */
const collectMs = 2 * 60_000;

/**
 * Approves or denies a waiting device, once. The owner is notified of an approval by email, within the limit of all emails about
 * new sign-ins. Repeating the same decision succeeds, so that a double click is no error. Only the user who approved may repeat an
 * approval.
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
      .returning(['deviceName', 'platform', 'address'])
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
    // An unconfirmed mailbox may belong to another person, and the requester chooses the device's name.
    if (approve && user.emailVerified) {
      const client = { name: deviceProgram, platform: decided.platform };
      await recordSignInNotice(deps, trx, { userId: user.id, email: user.email, client, now }, (heldUntil) =>
        deviceSignedInEmail({
          name: decided.deviceName,
          network: networkOfDevice(decided.address, given.address),
          at: now,
          heldUntil,
          sessionsUrl: `${deps.dashboardUrl}/dash/settings/`,
        }),
      );
    }
    return ok(undefined);
  });
}

/** Network of a waiting device relative to the browser that decides: decision 17. */
type Network = 'same' | 'other' | 'unknown';

/** Compares the two addresses; an IPv4 and an IPv6 address cannot be compared. */
export function networkOfDevice(device: string, browser: string): Network {
  const same = sameNetwork(device, browser);
  if (same === null) return 'unknown';
  return same ? 'same' : 'other';
}
