/** Usage by day. */
export const usageTexts = {
  headline: 'Usage',
  period: 'Period',
  days: '{count} days',
  day: 'Day',
  total: 'Total',
  gigabytes: '{gigabytes} GB',
  megabytes: '{megabytes} MB',
  inAll: '{amount} in {count} days',
  chart: 'Usage by day in the last {count} days: {amount} in all, {most} on the busiest day, {day}.',
  chartNone: 'No usage in the last {count} days.',
  onDay: '{day}: {amount}',
  table: 'Usage by day',
  none: 'Nothing was used in this time.',
  today: 'Today',
  others: 'Others',
  formerUser: 'Removed user',
  explanation: 'Days begin at midnight UTC. Traffic counts in both directions.',
} as const;

/** Native Residential VPN data. */
export const residentialDataTexts = {
  screen: 'Residential data',
  headline: '{gigabytes} GB of residential data left',
  explanation:
    'Native Residential locations lead through a home connection and use up this data. It does not expire while your plan is active. Where a location says “Any city”, UDP and IPv6 may be refused.',
  buy: 'Buy data',
  whenEmpty: 'When it runs out',
  change: 'Change',
  changeWhenEmpty: 'Change what happens when it runs out',
  whenEmptyTitle: 'When residential data runs out',
  whenEmptyExplanation: 'For connections to Native Residential locations that are open at that moment.',
  choices: { block: 'Block traffic', standard: 'Go on through a standard exit' },
  choiceDetails: {
    block: 'Nothing leaves until you buy more or choose another location',
    standard: 'Your address changes from a home’s to a data centre’s',
  },
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved.',
  emptyBlocked: 'Native Residential locations are blocked until you buy more.',
  emptyStandard: 'Native Residential locations lead through standard exits until you buy more.',
  connect: 'Use it',
  connectExplanation:
    'On a machine that is signed in, this lists the Native Residential locations that are live:',
} as const;
