export { emptyMailbox, type Mailbox, type MailboxState, mailboxOf } from './mailbox.ts';
export { mailboxRoutes } from './mailbox.routes.ts';
export { listenForMail, type SmtpListener } from './smtp.ts';
