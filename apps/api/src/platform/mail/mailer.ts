import { createTransport } from 'nodemailer';
import type { RenderedEmail } from './email.ts';

/** The threading headers of a mail (RFC 5322 §3.6.4). Ids have no angle brackets. */
export interface MailThread {
  readonly messageId: string;
  /** The first id is the conversation's, in each of its mails; the last is that of the mail being answered. */
  readonly references: readonly string[];
  readonly replyTo: string;
}

export interface AttachedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

export interface Mailer {
  /** Resolves once the mail server has accepted the mail. */
  send(
    to: string,
    email: RenderedEmail,
    thread?: MailThread & { readonly files: readonly AttachedFile[] },
  ): Promise<void>;
  close(): void;
}

/** Milliseconds. A failed mail is retried; without a timeout a stalled one would occupy a slot. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Idle connections are kept until they time out. One that the server has closed meanwhile is replaced once. */
const pooled = { pool: true, maxRequeues: 1 } as const;

/**
 * Sends mails through the SMTP server at `url` (`smtp://user:password@host:port` or `smtps://…`), on at most `maxConnections` connections,
 * which are used again: each new one costs a handshake and a sign-in.
 */
export function createMailer(options: {
  readonly url: string;
  readonly from: string;
  readonly maxConnections: number;
}): Mailer {
  const { url, from, maxConnections } = options;
  const transport = createTransport({ url, ...pooled, maxConnections, ...timeouts }, { from });
  return {
    async send(to, email, thread) {
      // An address object cannot contain a second recipient, whatever its characters are.
      const mail = { to: { name: '', address: to }, ...email };
      if (thread === undefined) return void (await transport.sendMail(mail));
      const { messageId, references, replyTo, files } = thread;
      await transport.sendMail({
        ...mail,
        messageId: `<${messageId}>`,
        inReplyTo: `<${references.at(-1) ?? ''}>`,
        references: references.map((reference) => `<${reference}>`),
        replyTo: { name: '', address: replyTo },
        // Prevents automatic replies to these mails (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        attachments: files.map(({ name, mediaType, content }) => ({
          filename: name,
          content,
          contentType: mediaType,
          contentDisposition: 'attachment' as const,
        })),
      });
    },
    close: () => transport.close(),
  };
}

/** Connects to the mail server and signs in, without sending. Throws what fails. */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
