export { openTicket, type Ticket, type TicketDeps } from './open-ticket.ts';
export { ticketsCommand } from './tickets-command.ts';
export { type ConversationDeps, openConversation, queueReceipt } from './write-ticket.ts';
export { readFiles } from './attached-file.ts';
export {
  findTicketFiles,
  deleteOldMessages,
  deleteOldTasks,
  deleteMessagesOf,
  type TicketFile,
} from './conversation.store.ts';
export { customerTicketsRoutes } from './customer-tickets.route.ts';
export { isReplyAddress, receiveMail, type ReceiveMailDeps } from './receive-mail.ts';
export { acceptReport, reportMessage } from './support-report.route.ts';
export { refuseUnconfirmed } from './unconfirmed-senders.ts';
export type { Replies } from './emails.ts';
export {
  type AttachmentDeps,
  contentOf,
  deleteStoredAttachments,
  moveAttachments,
} from './stored-attachments.ts';
