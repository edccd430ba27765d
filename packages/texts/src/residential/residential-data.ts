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
  chart: 'Usage by day in the last {count} days: {amount} in total, {max} on the busiest day, {day}.',
  chartNone: 'No usage in the last {count} days.',
  table: 'Usage by day',
  showTable: 'Show as a table',
  pace: {
    one: 'At this pace, what’s left lasts about 1\u00a0day.',
    other: 'At this pace, what’s left lasts about {count} days.',
  },
  today: 'Today',
  others: 'Others',
  formerUser: 'Removed user',
  explanation: 'Days start at midnight UTC. Downloads and uploads both count.',
} as const;

/** Native Residential VPN data. */
export const residentialDataTexts = {
  screen: 'Residential data',
  headline: '{gigabytes} GB of residential data left',
  headlineNone: 'No residential data yet',
  explanation:
    'Native Residential locations route you through a home connection and use this data. It doesn’t expire while your plan is active. Where a location says “Any city”, UDP and IPv6 may not work.',
  buy: 'Buy data',
  appRequiredHeadline: 'Residential data needs the Comet app',
  appRequired:
    'The app isn’t available here yet, so we don’t sell data for it. The residential proxy goes through the same homes and works with browsers and other programs.',
  /** Where data is on sale although the app is not published. */
  appNotYet:
    'The app isn’t available to download yet, so you can’t use this data until it is. The residential proxy goes through the same homes, works with browsers and other programs, and has its own traffic.',
  seeProxy: 'See the residential proxy',
  whenEmpty: 'When it runs out',
  change: 'Change',
  changeWhenEmpty: 'Change what happens when it runs out',
  whenEmptyTitle: 'When residential data runs out',
  whenEmptyExplanation: 'For connections to Native Residential locations that are open at that moment.',
  choices: { block: 'Block traffic', standard: 'Switch to a standard location' },
  choiceDetails: {
    block: 'Your traffic is blocked until you buy more or choose another location',
    standard: 'Your IP address changes from a home’s to a data center’s',
  },
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved.',
  emptyBlocked: 'Native Residential locations are blocked until you buy more.',
  emptyStandard: 'Native Residential locations use standard exits until you buy more.',
  connectDevice: 'Connect a device',
  connect: 'Use it',
  connectExplanation: 'On a signed-in device, this lists the Native Residential locations that are online:',
} as const;
