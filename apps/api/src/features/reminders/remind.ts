import type { Clock } from '@comet/foundation';
import { workThrough } from '../../platform/database/batches.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Email } from '../../platform/mail/email.ts';
import { type Outbox, postOnce } from '../../platform/mail/outbox.ts';
import { endedEmail, endsEmail, renewalEmail } from './emails.ts';
import { type Reminder, reminderDue } from './reminder-due.ts';
import { type Candidate, candidates, sentRemindersOf } from './reminders.store.ts';

interface ReminderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/** Queues the due reminders, each once, and returns their number. Concurrent runs share the work; a repeated run has nothing to do. */
export async function remind(deps: ReminderDeps): Promise<number> {
  const now = deps.clock.now();
  let alreadySent: ReadonlySet<string> = new Set();
  let posted = 0;
  const page = async (after: Candidate | null, limit: number) => {
    const found = await candidates(deps.db, { now, after, limit });
    alreadySent = await sentRemindersOf(deps.db, found);
    return found;
  };
  await workThrough(page, async (candidate) => {
    const reminder = reminderDue(candidate, now);
    if (reminder === null) return;
    // Includes the date, so that an extended plan causes a new reminder.
    const fact = `${candidate.id} ${reminder.on.toISOString().slice(0, 10)}`;
    const about = { userId: candidate.userId, kind: `reminder ${reminder.kind}`, fact };
    if (alreadySent.has(`${about.kind} ${fact}`)) return;
    const email = emailOf(candidate, reminder, deps.dashboardUrl);
    if (await deps.db.transaction().execute((trx) => postOnce(deps, trx, { ...about, now }, email)))
      posted += 1;
  });
  return posted;
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
