/** New tickets, to the operator, and replies, to the customer. */
export const supportEmails = {
  /** Behind it, what it is about and the end of its id. */
  ticketSubject: 'Ticket: {subject} ({id})',
  /** A ticket that the service opens itself. */
  openedSubject: 'Ticket: {subject}',
  answerSubject: 'Re: {subject} ({id})',
  answered: 'Comet support has answered',
  /** To the customer; does not contain the message. */
  receipt: {
    subject: 'We got your message ({id})',
    preview: 'We answer by mail.',
    heading: 'We got your message',
    paragraph: 'Thank you for writing to Comet. A person reads your message and answers by mail.',
  },
  read: 'Read it in the dashboard',
  terms: { name: 'Name', from: 'From', account: 'Account', ticket: 'Ticket' },
  deletedAccount: 'an account that was deleted',
  noAccount: 'none that is known',
  footnotes: {
    /** To the operator, where answers by mail come in and where they do not. */
    byMail:
      'Answer this mail, and the customer reads it; or use comet-ops tickets answer and the id. Close it with comet-ops tickets close.',
    byCommand:
      'Use comet-ops tickets answer and the id, and the customer reads it; an answer to this mail goes to the customer alone. Close it with comet-ops tickets close.',
    opened: 'When it is settled, close it with comet-ops tickets close and its id.',
    /** To the sender, without and with an account. */
    stranger:
      'You get this because somebody wrote to Comet with this address. Answer this mail to go on; if it was not you, leave it.',
    customer:
      'You get this because you wrote to Comet support. Answer this mail or write in the dashboard to go on.',
  },
} as const;
