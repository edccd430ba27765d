import { createHmac } from 'node:crypto';
import type { Signer } from '@comet/admission';
import { type Clock, unixSeconds } from '@comet/foundation';
import { bridgeEmails as texts } from '@comet/texts/emails';
import type { Database } from '../../platform/database/database.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import type { IncomingMail } from '../../platform/mail/mail-intake.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { readMail } from '../../platform/mail/received-mail.ts';
import { textOf } from './sign-text.ts';

export interface BridgeRequestDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly outbox: Pick<Outbox, 'post'>;
  readonly signer: Signer;
  /** Decides which bridges a sender gets. */
  readonly secret: Uint8Array;
}

/** Of one sender, and of all: a censor with many mailboxes learns the bridges slowly, and loops of responders stop. */
const ofSender = { calls: 2, seconds: 24 * 3600 };
const ofAll = { calls: 200, seconds: 3600 };

/**
 * Replies to an email with a signed text of bridges that are not in the server list. A sender always gets the same ones while they exist, so
 * that repeated requests reveal no more. Returns false for an unreadable email; everything else that gets no reply is dropped silently,
 * because a rejection would be sent to a forged sender, too.
 */
export async function replyToBridgeRequest(deps: BridgeRequestDeps, mail: IncomingMail): Promise<boolean> {
  const received = await readMail(mail.raw);
  if (received === null) return false;
  const { sender, isAutomatic } = received;
  // A reply goes to the sender that the mail server has authenticated.
  if (isAutomatic || mail.from.toLowerCase() !== sender) return true;
  if ((await deps.limiter.take(`bridge mails of ${sender}`, ofSender)) !== null) return true;
  if ((await deps.limiter.take('bridge mails', ofAll)) !== null) return true;
  const rows = await deps.db
    .selectFrom('bridges')
    .select(['id', 'line'])
    .where('listed', '=', false)
    .execute();
  const rank = (id: string) =>
    createHmac('sha256', deps.secret).update(`bridges\n${sender}\n${id}`).digest('hex');
  const ordered = rows
    .map((row) => ({ ...row, rank: rank(row.id) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
  const text = textOf(deps.signer, ordered, unixSeconds(deps.clock.now()));
  const { subject, preview, heading, how, none, footnote } = texts;
  const paragraphs = text === null ? [none] : [how, text];
  await deps.db
    .transaction()
    .execute((trx) => deps.outbox.post(trx, sender, { subject, preview, heading, paragraphs, footnote }));
  return true;
}
