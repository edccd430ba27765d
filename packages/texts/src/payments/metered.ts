/** What is bought by the gigabyte: what is left of it, what is used of it, and where it can be used. */
export const balanceTexts = {
  used: 'Used',
  usedOf: '{used} of {bought} GB bought',
  price: 'Price',
  pricePerGigabyte: '{price} a GB',
  notOnSale: 'Not on sale right now.',
  automatic: 'Automatic top-up',
  automaticOff: 'Off',
  automaticOn: '{gigabytes} GB whenever less than {below} GB is left',
  change: 'Change',
  changeAutomatic: 'Change the automatic top-up',
  progress: 'Left of what there was after the last purchase',
  leftOf: '{left} GB left of {full} GB',
  levels: {
    low: 'Less than a fifth of your last purchase is left',
    'very-low': 'Less than a twentieth of your last purchase is left',
  },
  low: 'Buy more before it runs out.',
  lowAutomatic: 'Below {below} GB, {gigabytes} GB more are bought by themselves.',
  emptyTitle: 'Nothing left',
  stoppedTitle: 'Stopped on your account',
  stopped:
    'Residential data, the residential proxy and dedicated addresses lead nowhere for now. What you bought stays yours. Write to us under Support to have them back.',
} as const;

/** The settings of automatic purchases. */
export const automaticTexts = {
  title: 'Automatic top-up',
  explanation:
    'Buys more when little is left, so that nothing stops in the middle. It is charged the way your plan is paid, never at a higher price than today’s. We write to you each time.',
  on: 'Buy more by itself',
  below: 'When less than this is left, in GB',
  gigabytes: 'Buy this much, in GB',
  wrong: 'Choose 1 to 1,000 whole gigabytes',
  tooFew: 'Buy at least as much as the low mark',
  each: 'Each top-up costs {price} before tax.',
  save: 'Save',
  cancel: 'Cancel',
} as const;

/** Where exits are, as it is now. */
export const coverageTexts = {
  headline: 'Coverage',
  sold: 'Residential data is sold for over 195 countries. Exits come and go; these are live now.',
  now: 'Live now in {countries} countries, through {exits} exits.',
  nowOneCountry: 'Live now in 1 country, through {exits} exits.',
  nowOneExit: 'Live now in 1 country, through 1 exit.',
  none: 'No exit is live right now. Come back in a few minutes.',
  map: 'Map of the world: exits are live in {countries}.',
  mapNone: 'Map of the world: no exit is live.',
  inCountry: { one: '{country}: 1 exit', other: '{country}: {count} exits' },
  list: 'Countries with live exits',
  country: 'Country',
  cities: 'Cities',
  exits: 'Exits',
  cityExits: '{city} ({count})',
  search: 'Find a country or city',
  noneFound: 'No live exit there.',
} as const;
