import { randomUUID } from 'node:crypto';
import { api, reportLimits } from '@comet/contract';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import { supportEmails } from '@comet/texts/emails';
import type { Database } from '../../platform/database/database.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { readFiles } from './attached-file.ts';
import type { TicketFile } from './conversation.store.ts';
import { refuseUnconfirmed } from './unconfirmed-senders.ts';
import { type ConversationDeps, openConversation } from './write-ticket.ts';

interface SupportReportDeps extends ConversationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
}

/** The number of a ticket that people read and write: the last eight digits of its id, as in its emails. */
const ticketNumber = (id: string): string => id.slice(-8);

/** The first message of a ticket with a report. */
export const reportMessage = { subject: supportEmails.report.subject, text: supportEmails.report.text };

type ReportRefusal =
  | 'message_not_sent'
  | 'email_unverified'
  | { readonly code: 'too_many_reports'; readonly retryAfter: number };

/** Returns a report as an attachment, or why it is refused. Counts it against the account's limit. */
export async function acceptReport(
  limiter: RateLimiter,
  sender: { readonly caller: SignedInUser; readonly address: string },
  report: string,
): Promise<Result<readonly TicketFile[], ReportRefusal>> {
  const files = readFiles([{ name: supportEmails.report.file, content: Buffer.from(report) }]);
  // The start of the text may make it another type of file.
  if (files?.[0]?.mediaType !== 'text/plain') return err('message_not_sent');
  const refusal = await refuseUnconfirmed(limiter, sender, files.length);
  if (refusal !== null) return err(refusal);
  const perDay = { calls: reportLimits.perDay, seconds: 24 * 3600 };
  const retryAfter = await limiter.take(`support reports ${sender.caller.id}`, perDay);
  return retryAfter === null ? ok(files) : err({ code: 'too_many_reports', retryAfter });
}

/** The route with which a device sends its report: always a new ticket. */
export function supportReportRoutes(deps: SupportReportDeps): Route[] {
  return [
    route(api.sendSupportReport, async ({ caller, address, body }) => {
      const files = await acceptReport(deps.limiter, { caller, address }, body.report);
      if (!files.ok) return files;
      const begins = { kind: 'report', cause: randomUUID(), ...reportMessage } as const;
      const id = await deps.db
        .transaction()
        .execute((trx) =>
          openConversation(
            deps,
            trx,
            { ...begins, userId: caller.id, name: null, email: null, files: files.value },
            deps.clock.now(),
          ),
        );
      return id === null ? err('message_not_sent') : ok({ number: ticketNumber(id) });
    }),
  ];
}
