import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import type { Clock } from '@comet/foundation';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Mailbox } from './mailbox.ts';
import { readMessage } from './message.ts';

const LARGEST_MAIL = 10_000_000;

/** A running SMTP server. */
export interface SmtpListener {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Accepts every mail on `host:port` (0 picks a free port), without authentication or TLS, into the mailbox. `saved` is awaited before a
 * mail is acknowledged.
 */
export async function listenForMail(
  mailbox: Mailbox,
  clock: Clock,
  where: { readonly host: string; readonly port: number; saved(): Promise<void> },
): Promise<SmtpListener> {
  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    if (stream.sizeExceeded) throw new Error('Message exceeds the fixed maximum size');
    const to = session.envelope.rcptTo.map((recipient) => recipient.address);
    const envelope = { id: randomUUID(), to, receivedAt: clock.now() };
    mailbox.add(await readMessage(Buffer.concat(chunks), envelope));
    await where.saved();
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    onData: (stream, session, done) => callbackify(() => receive(stream, session))(done),
  });
  // A client that disconnects early does not affect others.
  smtp.on('error', () => undefined);
  const server = smtp.listen(where.port, where.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => smtp.close(resolve)),
  };
}
