import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Attempts } from '../../platform/http/attempts.ts';
import { noteAction } from '../operator/index.ts';

/** Lines of failed sign-ins that the audit trail takes in an hour: it must not grow at a guesser's pace. */
const mostLines = { name: 'audited failures of operators', calls: 600, seconds: 3600 };

/** Who the trail names where no operator has the name: what was typed may be a password. */
const nobody = 'unknown';

/** Leaves a line about a sign-in that failed, with why and from where. */
export async function noteFailedSignIn(
  { db, clock, attempts }: { readonly db: Database; readonly clock: Clock; readonly attempts: Attempts },
  failed: {
    readonly operator: { readonly name: string } | null;
    readonly reason: string;
    readonly address: string;
  },
): Promise<void> {
  const { operator, reason, address } = failed;
  const counted = await attempts.begin([mostLines]);
  if (!counted.ok) return;
  await db.transaction().execute((trx) =>
    noteAction(trx, {
      operator: operator?.name ?? nobody,
      action: 'operator_sign_in_failed',
      details: { reason, address },
      now: clock.now(),
    }),
  );
}
