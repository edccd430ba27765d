/** Moving an account to another address. */
export const emailChangeEmails = {
  confirmNew: {
    subject: 'Confirm your new email address',
    preview: 'One link, and you sign in with this address.',
    heading: 'Confirm your new email address',
    paragraphs: [
      'Follow the link to make this the address of your Comet account. From then on you sign in with it, and our mails come here.',
      'The link works once, for 24 hours.',
    ],
    action: 'Use this address',
    footnote:
      'You get this because someone entered your address at Comet. If it was not you, ignore this mail. Nothing happens without the link.',
  },
  inUse: {
    subject: 'You already have a Comet account',
    preview: 'Someone tried to move another account to your address.',
    heading: 'You already have an account',
    paragraphs: [
      'Someone, maybe you, tried to make this the address of another Comet account. It belongs to your account already, so nothing was changed.',
      'To use the address for the other account, first change or delete the one that has it.',
    ],
    action: 'Sign in',
    footnote:
      'You get this because someone entered your address at Comet. If it was not you, ignore this mail.',
  },
  asked: {
    subject: 'Your email address is about to change',
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your email address is about to change',
    paragraphs: [
      'Someone who is signed in to your Comet account asked to move it to another email address. It moves when the link in that mailbox is followed, within 24 hours.',
      'If it was you, there is nothing to do here.',
    ],
    action: 'It was not me',
    footnote:
      'If it was not you, change your password by that link: it stops the change and ends all other sessions of your account. If you cannot sign in, choose “Forgot password?” there.',
  },
  changed: {
    subject: 'Your email address was changed',
    preview: 'Your Comet account has another address now.',
    heading: 'Your email address was changed',
    paragraphs: [
      'Your Comet account has another email address now. You sign in with that one, and this mailbox gets no more mails about the account.',
      'If it was you, there is nothing to do.',
    ],
    footnote:
      'If it was not you, reply to this mail from this address, so that support can give you your account back.',
  },
} as const;
