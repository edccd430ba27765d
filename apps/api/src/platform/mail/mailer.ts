import { createTransport } from 'nodemailer';
import type { RenderedLetter } from './letter.ts';

export interface Mailer {
  /** Resolves once the mail server has taken the letter. */
  send(to: string, letter: RenderedLetter): Promise<void>;
  close(): void;
}

/** Hands letters to the SMTP server at `url` (`smtp://user:password@host:port` or `smtps://…`). */
export function createMailer(options: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport(options.url, { from: options.from });
  return {
    async send(to, letter) {
      // An address object cannot carry a second recipient, whatever characters it holds.
      await transport.sendMail({ to: { name: '', address: to }, ...letter });
    },
    close: () => transport.close(),
  };
}
