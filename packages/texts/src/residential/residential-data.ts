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
