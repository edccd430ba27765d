/** The frame of every page of the operator console, and results of forms. */
export const frameTexts = {
  documentTitle: '{page} · Comet console',
  brand: 'Comet',
  program: 'Console',
  skip: 'Skip to content',
  navigation: 'Console',
  menu: 'Menu',
  places: {
    operatorConsole: 'Inbox',
    tickets: 'Tickets',
    customers: 'Customers',
    orders: 'Orders',
    fleet: 'Fleet',
    coupons: 'Coupons',
    audit: 'Audit log',
    passkeys: 'Passkeys',
  },
  signOut: 'Sign out {name}',
  sure: 'I am sure',
  percent: '{percent}%',
  /** An empty cell. */
  nothing: 'None',
  done: 'Done',
  notDone: 'Not done',
  back: 'Back',
} as const;

/** Roles of operators, as `comet-ops operators` writes them. */
export const roleTexts = { support: 'support', finance: 'finance', admin: 'admin' } as const;

/** Errors of the console itself. Errors of a `comet-ops` command have that command's text. */
export const refusedTexts = {
  notFound: 'Not found',
  nothingHere: 'This page doesn’t exist',
  whereElse:
    'The link may be incomplete, or what it was about has been removed. Search for it, or go back to the inbox.',
  toInbox: 'Go to inbox',
  formOver: 'This form has expired',
  /** An error without a message. */
  failed: 'Something went wrong',
  foreignForm: 'This form doesn’t belong to the console.',
  notPermitted: 'Your role doesn’t include this',
  role: 'You have the role {role}. This needs the role {needed}.',
  eitherRole: '{first} or {second}',
  askAdmin: 'An admin can change your role with comet-ops operators role.',
  notTaken: 'The console doesn’t accept this',
  wrong: 'Something went wrong',
  databaseAway: 'The database isn’t responding or can’t write. Try again in a moment.',
} as const;
