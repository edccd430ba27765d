export { emptyMailbox, mailboxJson, type MailboxState, mailboxOf } from './mailbox.ts';
export { mailboxRoutes } from './mailbox.routes.ts';
export { listenForMail } from './smtp.ts';
