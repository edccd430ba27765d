import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@comet/foundation';
import { SMTPServer } from 'smtp-server';
import type { Mailbox } from './mailbox.ts';
import { readMessage } from './message.ts';

const LARGEST_MAIL = 10_000_000;

/** A running SMTP server. */
export interface SmtpListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Accepts every mail on `host:port` (0 picks a free port), without authentication or TLS, into the mailbox. */
export async function listenForMail(
  mailbox: Mailbox,
  clock: Clock,
  where: { host: string; port: number },
): Promise<SmtpListener> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', done);
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(new Error('Message exceeds the fixed maximum size'));
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        readMessage(Buffer.concat(chunks), { id: randomUUID(), to, receivedAt: clock.now() }).then(
          (message) => {
            mailbox.add(message);
            done();
          },
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
  });
  // A client that hangs up in the middle is no concern of anybody else.
  smtp.on('error', () => undefined);
  const server = smtp.listen(where.port, where.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => smtp.close(resolve)),
  };
}
