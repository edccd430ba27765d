import type { Clock } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { Database } from '../../platform/database/database.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import type { IncomingMail } from '../../platform/mail/mail-intake.ts';
import { readMail, type ReceivedMail } from '../../platform/mail/received-mail.ts';
import { recordOperatorAction } from '../operator-commands/index.ts';
import { readFiles } from './attached-file.ts';
import { lockTicket, type TicketFile } from './conversation.store.ts';
import { readReplyAddress } from './reply-address.ts';
import { type ConversationDeps, addTicketMessage } from './write-ticket.ts';

/** Lines with which mail programs begin a quote or signature, in our customers' most frequent languages. */
const cuts: readonly RegExp[] = [
  /^--$/,
  /^_{8,}$/,
  /^-{2,} ?(original message|forwarded message|ursprüngliche nachricht|message d'origine) ?-{2,}$/i,
  /^(from|von|de): .{1,300}$/i,
];

const attributions: readonly RegExp[] = [
  /^on .{5,300} wrote:$/i,
  /^am .{5,300} schrieb .{1,200}:$/i,
  /^le .{5,300} a écrit ?:$/i,
  /^el .{5,300} escribió:$/i,
];

/** Extracts the reply from a mail: without the quoted text below it and without a signature. */
export function replyIn(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const quoteAt = lines.findIndex((_, index) => beginsQuote(lines, index));
  const above = quoteAt === -1 ? lines : lines.slice(0, quoteAt);
  const written = withoutTrailingQuote(above).join('\n').trim();
  if (written !== '' || quoteAt === -1) return written;
  // The answer is below the quote.
  const below = lines
    .slice(quoteAt)
    .filter((line, index, all) => isSignature(line) || !(line.startsWith('>') || beginsQuote(all, index)));
  const end = below.findIndex(isSignature);
  return (end === -1 ? below : below.slice(0, end)).join('\n').trim();
}

function isSignature(line: string): boolean {
  return line === '--';
}

function beginsQuote(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (cuts.some((cut) => cut.test(line))) {
    // A line that looks like a header counts only among others.
    return !/^\w+: /.test(line) || /^\w[\w-]*: /.test(lines[index + 1] ?? '');
  }
  // Mail programs wrap this line when it is long.
  return [line, `${line} ${lines[index + 1] ?? ''}`].some((candidate) =>
    attributions.some((one) => one.test(candidate)),
  );
}

function withoutTrailingQuote(lines: readonly string[]): readonly string[] {
  let end = lines.length;
  while (end > 0 && /^(>.*)?$/.test(lines[end - 1] ?? '')) end -= 1;
  return lines.slice(0, end);
}

export interface ReceiveMailDeps extends ConversationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly log: Log;
  /** Addresses whose replies count as the operator's, in lower case. */
  readonly operators: readonly string[];
}

/** Stops a loop of two automatic responders that was not detected otherwise. */
const mailsOfTicket = { calls: 20, seconds: 3600 };

/** Returns whether mail to this address is accepted. */
export const isReplyAddress =
  ({ replies }: Pick<ReceiveMailDeps, 'replies'>) =>
  (address: string): boolean =>
    replies.mailbox !== null && readReplyAddress(replies.secret, replies.mailbox, address) !== null;

/**
 * Adds an email reply to its ticket; returns false for a rejected one. The address names ticket and side, and only a sender of that side
 * may use it. Automatic replies are dropped silently, because a rejection would be answered automatically, too.
 */
export async function receiveMail(deps: ReceiveMailDeps, { from, to, raw }: IncomingMail): Promise<boolean> {
  const { mailbox, secret } = deps.replies;
  const target = mailbox === null ? null : readReplyAddress(secret, mailbox, to);
  const mail = target === null ? null : await readMail(raw);
  if (target === null || mail === null) return false;
  if (from === '' || mail.isAutomatic) return true;
  if ((await deps.limiter.take(`mails ${target.ticketId}`, mailsOfTicket)) !== null) return false;
  const { files, leftOut } = keptFiles(mail);
  const words = replyIn(mail.text);
  const text =
    leftOut === 0 ? words : `${words}\n\n[${leftOut} of the attached files could not be kept]`.trim();
  if (text === '' && files.length === 0) return false;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const ticket = await lockTicket(trx, target.ticketId);
    if (ticket === null) return false;
    const isOurs = target.side === 'operator';
    if (!(isOurs ? deps.operators.includes(mail.sender) : mail.sender === ticket.email)) return false;
    const message = { author: target.side, text, files, mailId: mail.id };
    const added = await addTicketMessage(deps, trx, ticket.id, message, now);
    if (!added.ok) return added.error === 'known';
    if (isOurs) {
      const about = ticket.userId === null ? {} : { userId: ticket.userId };
      const done = {
        operator: mail.sender,
        action: 'answer_ticket',
        details: { ticket: ticket.id },
      } as const;
      await recordOperatorAction(trx, { ...done, ...about, now });
    }
    return true;
  });
}

/** Returns the accepted files of a mail, in order, up to the limit. */
function keptFiles({ files }: ReceivedMail): {
  readonly files: readonly TicketFile[];
  readonly leftOut: number;
} {
  let kept: readonly TicketFile[] = [];
  for (const file of files) kept = readFiles([...kept, file]) ?? kept;
  return { files: kept, leftOut: files.length - kept.length };
}
