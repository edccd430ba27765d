import { createTransport } from 'nodemailer';
import type { Message } from './message.ts';

/** Answers a mail as its reader's mail program would: from who got it, to where it says that answers go (RFC 5322 §3.6.2). */
export async function answerMail(message: Message, text: string, smtpPort: number): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort });
  try {
    await transport.sendMail({
      from: message.to[0] ?? '',
      to: message.reply_to ?? message.from,
      subject: `Re: ${message.subject}`,
      ...(message.message_id === null
        ? {}
        : { inReplyTo: message.message_id, references: message.message_id }),
      text: `${text}\n\nOn ${message.received_at}, ${message.from} wrote:\n${message.text.replaceAll(/^/gm, '> ')}`,
    });
  } finally {
    transport.close();
  }
}
