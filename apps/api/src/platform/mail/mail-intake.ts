import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Log } from '@comet/foundation/log';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** A mail received by SMTP (RFC 5321). */
export interface IncomingMail {
  /** The envelope sender, to which bounces are sent; empty for a bounce. */
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
}

interface IntakeOptions {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  /** Returns whether an address is ours; mails to others are refused before their content is read. */
  accepts(address: string): boolean;
  /** Returns false to reject a mail. If it throws, the sending mail server retries. */
  take(mail: IncomingMail): Promise<boolean>;
}

export interface MailIntake {
  readonly port: number;
  close(): Promise<void>;
}

/** Four megabytes of files in base64, plus text. */
const maxMailBytes = 7_000_000;

/** Receives mails by SMTP from the mail server in front, which handles TLS, spam and sender authentication. */
export async function listenForMail(options: IntakeOptions): Promise<MailIntake> {
  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of stream) {
      const part = chunk as Buffer;
      bytes += part.length;
      // A mail over the limit is read to its end and discarded.
      if (bytes <= maxMailBytes) chunks.push(part);
    }
    if (stream.sizeExceeded || bytes > maxMailBytes) throw refusal(552, 'The mail is too large');
    const { mailFrom, rcptTo } = session.envelope;
    const from = mailFrom === false ? '' : mailFrom.address;
    for (const { address: to } of rcptTo)
      if (!(await takeOrLater({ from, to, raw: Buffer.concat(chunks) })))
        throw refusal(550, 'Not taken. Answer from the address that was written to');
  };
  const takeOrLater = async (mail: IncomingMail): Promise<boolean> => {
    try {
      return await options.take(mail);
    } catch (error) {
      options.log.error({ err: error }, 'receiving a mail failed');
      throw refusal(451, 'Try again later');
    }
  };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: maxMailBytes,
    maxClients: 20,
    maxRecipients: 3,
    socketTimeout: 30_000,
    onRcptTo({ address }, _session, done) {
      done(options.accepts(address) ? null : refusal(550, 'No such mailbox'));
    },
    onData(stream, session, done) {
      receive(stream, session).then(() => done(), done);
    },
  });
  // A client that disconnects midway must not affect other connections.
  smtp.on('error', () => undefined);
  const server = smtp.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        smtp.close(resolve);
      }),
  };
}

function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}
