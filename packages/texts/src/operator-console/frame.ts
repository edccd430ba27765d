/** The frame of every page of the operator console, and results of forms. */
export const frameTexts = {
  documentTitle: '{page} · Comet console',
  brand: 'Comet console',
  navigation: 'Desk',
  places: {
    operatorConsole: 'Desk',
    tickets: 'Tickets',
    customers: 'Customers',
    orders: 'Orders',
    fleet: 'Fleet',
    coupons: 'Coupons',
    audit: 'Audit trail',
  },
  signOut: 'Sign out {name}',
  sure: 'I am sure',
  percent: '{percent} %',
  /** An empty cell. */
  nothing: '–',
  done: 'Done',
  notDone: 'Not done',
  back: 'Back',
} as const;

/** When the console says of what it does not do. What a command of `comet-ops` refuses comes in that command's words. */
export const refusedTexts = {
  notFound: 'Not found',
  nothingHere: 'There is nothing here',
  formOver: 'This form is over',
  /** An error without a message. */
  failed: 'It failed',
  foreignForm: 'This form is not one of the console’s.',
  notTaken: 'The console does not take this',
  wrong: 'Something went wrong',
  databaseAway: 'The database does not answer or cannot write. Try again in a moment.',
} as const;
