/** Benefits of a plan in addition to its months. */
export const planOfferTexts = {
  trialThenMonthly: 'First {days} days free, then monthly',
  freeAndLess: '{free} free, save {percent}%',
  percentLess: 'Save {percent}%',
} as const;

/** The dialog that cancels a plan's renewal. */
export const cancelPlanTexts = {
  title: 'Cancel renewal?',
  effect: 'Comet works until {date}. The {amount} due on {due} won’t be charged.',
  effectWithoutCharge: 'Comet works until {date}. You won’t be charged again.',
  confirm: 'Cancel renewal',
  keep: 'Keep plan',
  doneTitle: 'Canceled, active until {date}',
  doneExplanation: 'You won’t be charged again. Until then you can undo this on your account home.',
  why: 'Why are you leaving? (optional)',
  price: 'It’s too expensive',
  unused: 'I don’t use it enough',
  technical: 'It isn’t working for me',
  other: 'Another reason',
  send: 'Send',
  close: 'Close',
} as const;

/** Moving to a longer plan. */
export const upgradeTexts = {
  stepsName: 'Steps of the change',
  stepPlan: 'Plan',
  stepPay: 'Payment',
  stepDone: 'Done',
  screen: 'Longer plan',
  headline: 'Change to a longer plan',
  plans: 'Longer plans',
  none: 'You have the longest plan',
  shorter: 'To change to a shorter plan, please contact support.',
  shorterRequest: 'I’d like to change to a shorter plan.',
  order: 'Your change',
  loading: 'Loading your change',
  tax: 'Tax',
  /** Amount that is paid today. */
  today: 'You pay today',
  aMonth: 'a month',
  confirm: 'Pay {amount} and change',
  confirmInTrial: 'Change plan',
  noteInTrial:
    'You won’t be charged now. Your free days continue, then {amount} is charged to {method} on {date}. Cancel before then and you pay nothing.',
  note: 'Charged to {method}. Your new plan starts today and runs until {date}; then it renews at {amount}. If the payment doesn’t go through, your current plan doesn’t change.',
  creditNote: 'The credit is what you paid for the rest of your current plan.',
  /** Free months of the longer plan. */
  freeMonths: {
    one: '{count} free month is added to the {plan} you pay for.',
    other: '{count} free months are added to the {plan} you pay for.',
  },
  freeMonthsLeft: {
    one: '{count} free month is added: this plan comes with {all}, and you’ve had {given}.',
    other: '{count} free months are added: this plan comes with {all}, and you’ve had {given}.',
  },
  methodOnFile: 'the card on file',
  methodCard: 'the card ending {digits}',
  methodPaypal: 'PayPal',
  keep: 'Keep your current plan',
} as const;
