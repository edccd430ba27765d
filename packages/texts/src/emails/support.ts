/** New tickets, to the operator, and replies, to the customer. */
export const supportEmails = {
  /** The subject of the ticket and the end of its id. */
  ticketSubject: 'Ticket: {subject} ({id})',
  /** A ticket that the service opens itself. */
  openedSubject: 'Ticket: {subject}',
  replySubject: 'Re: {subject} ({id})',
  answered: 'Comet support replied',
  /** To the customer; does not contain the message. */
  receipt: {
    subject: 'We got your message ({id})',
    preview: 'We’ll reply by email.',
    heading: 'We got your message',
    paragraph: 'Thanks for writing to Comet. Someone on our team will read your message and reply by email.',
  },
  /** The ticket of a report that a device sent. */
  report: {
    subject: 'Support report',
    text: 'Sent from the Comet app: the report is attached.',
    file: 'comet-report.txt',
  },
  read: 'View the conversation',
  terms: { name: 'Name', from: 'From', account: 'Account', ticket: 'Ticket' },
  deletedAccount: 'a deleted account',
  unconfirmed: '{email} (email not confirmed)',
  noAccount: 'no known account',
  footnotes: {
    /** To the operator, with and without incoming mail. */
    byMail:
      'Reply to this email to answer the customer, or use comet-ops tickets answer with the id. Close the ticket with comet-ops tickets close.',
    byCommand:
      'Use comet-ops tickets answer with the id to answer the customer. A reply to this email reaches the customer but isn’t added to the ticket. Close the ticket with comet-ops tickets close.',
    opened: 'Once it’s resolved, close the ticket with comet-ops tickets close and its id.',
    /** To the sender, without and with an account. */
    stranger:
      'You’re receiving this because someone wrote to Comet with this email. Reply to continue the conversation; if it wasn’t you, ignore it.',
    customer:
      'You’re receiving this because you wrote to Comet support. Reply to this email or write in the dashboard to continue.',
  },
} as const;
