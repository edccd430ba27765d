/** A plan that was not paid, was cancelled, or begins to cost. */
export const subscriptionEmails = {
  paymentFailed: {
    subject: 'A payment for Comet did not go through',
    preview: 'Comet keeps working until {until}.',
    heading: 'A payment did not go through',
    paragraphs: [
      'We could not charge {amount} for your plan. It is tried again over the next days.',
      'Comet keeps working until {until}. To be sure, check the card on file or give another one.',
    ],
    action: 'See payments',
    footnote: 'You get this mail because your plan renews by itself. You can cancel it at any time.',
  },
  cancelled: {
    subject: 'Your Comet plan is cancelled',
    preview: 'It works until {until}.',
    heading: 'Your plan is cancelled',
    paragraphs: [
      'Nothing will be charged any more. Comet works until {until}, on all your devices.',
      '{regret}',
    ],
    action: 'See your plan',
    footnote: 'If you did not cancel it, change your password and reply to this mail.',
  },
  regret: {
    undo: 'If you change your mind, undo it before that day, and everything stays as it was.',
    again: 'If you change your mind, choose a plan again; your account and your devices stay.',
  },
  trialStarted: {
    subject: 'Your free days have started',
    preview: '{amount} is charged on {at}, unless you cancel.',
    heading: 'Your free days have started',
    paragraphs: [
      'Comet is free for you until {at}. Then your plan begins, and {amount} is charged.',
      'To pay nothing, cancel before that day on the home of your dashboard: Change plan, then your reason, Continue to cancel, and Cancel plan.',
    ],
    action: 'See your plan',
    footnote: 'You get this mail because a free trial of a paid plan started on your account.',
  },
  trialEnds: {
    subject: 'Your free days end on {at}',
    preview: '{amount} is charged then, unless you cancel.',
    heading: 'Your free days end on {at}',
    paragraphs: [
      'On {at} your plan begins, and {amount} is charged.',
      'If you do not want it, cancel before that day, and nothing is charged. Within 30 days of paying you get everything back.',
    ],
    action: 'See your plan',
    footnote: 'You get this mail once, before the first charge.',
  },
} as const;
