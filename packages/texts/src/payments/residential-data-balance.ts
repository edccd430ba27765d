import { plusTax } from './tax.ts';

/** Products sold by the gigabyte: their balance, usage and locations. */
export const balanceTexts = {
  used: 'Used',
  usedOf: '{used} of {bought} GB bought',
  price: 'Price',
  pricePerGigabyte: '{price} per GB',
  notOnSale: 'Not on sale right now',
  automatic: 'Auto top-up',
  automaticOff: 'Off',
  automaticOn: '{gigabytes} GB when less than {below} GB is left',
  change: 'Change',
  changeAutomatic: 'Change auto top-up',
  progress: 'Share left since the last purchase',
  leftOf: 'You had {full} GB after your last purchase',
  levels: {
    low: 'Less than 20% left',
    'very-low': 'Less than 5% left',
  },
  low: 'Buy more before it runs out.',
  lowAutomatic: 'Auto top-up buys {gigabytes} GB when less than {below} GB is left.',
  emptyTitle: 'Nothing left',
  stoppedTitle: 'Suspended on your account',
  stopped:
    'Residential data, the residential proxy and dedicated IPs don’t work for now. What you bought stays yours. Contact support to restore them.',
} as const;

/** The settings of automatic purchases. */
export const automaticTexts = {
  title: 'Auto top-up',
  explanation:
    'Tops up when you’re running low, so you’re never cut off. It’s charged the way you pay for your plan, never at a higher price than today’s. We’ll email you each time.',
  on: 'Turn on auto top-up',
  below: 'When less than this is left (GB)',
  gigabytes: 'Buy this much (GB)',
  wrong: 'Choose 1 to 1,000 whole gigabytes',
  tooFew: 'Buy at least as much as the limit above',
  each: `Each top-up costs {price}, ${plusTax}.`,
  save: 'Save',
  cancel: 'Cancel',
} as const;

/** The locations with live exits. */
export const coverageTexts = {
  headline: 'Coverage',
  sold: 'Residential data is sold for over 195\u00a0countries. Exits come and go; these are online now.',
  now: '{exits} exits online in {countries} countries.',
  nowOneCountry: '{exits} exits online in 1 country.',
  nowOneExit: '1 exit online in 1 country.',
  none: 'No exits are online right now. Check back in a few minutes.',
  map: 'World map: exits are online in {countries}.',
  mapNone: 'World map: no exits are online.',
  inCountry: { one: '{country}: 1 exit', other: '{country}: {count} exits' },
  list: 'Countries with exits online',
  country: 'Country',
  cities: 'Cities',
  exits: 'Exits',
  price: 'Price',
  cityExits: '{city}\u00a0({count})',
  search: 'Find a country or city',
  noneFound: 'No exits online there.',
} as const;
