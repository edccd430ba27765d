import type { Clock } from '@comet/foundation';
import { processPages } from '../../platform/database/batches.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Email } from '../../platform/mail/email.ts';
import { type Outbox, queueEmailOnce } from '../../platform/mail/outbox.ts';
import { endedEmail, endsEmail, renewalEmail } from './emails.ts';
import { considerNextAt, type Reminder, reminderDue } from './reminder-due.ts';
import {
  type Candidate,
  changedSubscriptions,
  dueSubscriptions,
  sentRemindersOf,
  storeNextReminder,
} from './reminders.store.ts';

interface ReminderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/** Queues the due reminders, each once, and returns their number. Concurrent runs share the work; a repeated run has nothing to do. */
export async function remind(deps: ReminderDeps): Promise<number> {
  const now = deps.clock.now();
  let posted = 0;
  for (const read of [dueSubscriptions, changedSubscriptions]) {
    let alreadySent: ReadonlySet<string> = new Set();
    const page = async (after: Candidate | null, limit: number) => {
      const found = await read(deps.db, { now, after, limit });
      alreadySent = await sentRemindersOf(deps.db, found);
      return found;
    };
    await processPages(page, async (candidate) => {
      if (await consider(deps, candidate, { now, alreadySent })) posted += 1;
    });
  }
  return posted;
}

/** Queues the reminder of one subscription that is due and was not sent; returns whether there was one. */
function consider(
  deps: ReminderDeps,
  candidate: Candidate,
  { now, alreadySent }: { readonly now: Date; readonly alreadySent: ReadonlySet<string> },
): Promise<boolean> {
  const { isForfeited, isSuperseded, userId } = candidate;
  const reminder = isForfeited || isSuperseded ? null : reminderDue(candidate, now);
  return deps.db.transaction().execute(async (trx) => {
    await storeNextReminder(trx, candidate, isForfeited ? null : considerNextAt(candidate, reminder, now));
    if (reminder === null) return false;
    // Includes the date, so that an extended plan causes a new reminder.
    const fact = `${candidate.id} ${reminder.on.toISOString().slice(0, 10)}`;
    const kind = `reminder ${reminder.kind}`;
    if (alreadySent.has(`${kind} ${fact}`)) return false;
    return queueEmailOnce(
      deps,
      trx,
      { userId, kind, fact, now },
      emailOf(candidate, reminder, deps.dashboardUrl),
    );
  });
}

function emailOf(candidate: Candidate, { kind, on: at }: Reminder, dashboardUrl: string): Email {
  const payUrl = `${dashboardUrl}/payment/subscription?plan=${encodeURIComponent(candidate.planId)}&method=crypto`;
  switch (kind) {
    case 'renewal': {
      const amount = { amount: candidate.nextPaymentAmount ?? 0, currency: candidate.currency };
      return renewalEmail({ amount, at, months: candidate.months, homeUrl: `${dashboardUrl}/dash/home/` });
    }
    case 'ends_in_a_week':
    case 'ends_tomorrow':
      return endsEmail({ at, isTomorrow: kind === 'ends_tomorrow', payUrl });
    case 'ended':
      return endedEmail({ at, payUrl });
  }
}
