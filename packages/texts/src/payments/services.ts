/** Products besides plans, and their state. */
export const servicesTexts = {
  residentialVpn: 'Residential data',
  proxy: 'Residential proxy',
  gigabytesOf: '{gigabytes} GB',
  price: 'Price',
  pricePerGigabyte: '{price} per GB',
  notOnSaleHeadlines: {
    residential_data: 'Residential data isn’t on sale right now',
    proxy_traffic: 'Proxy traffic isn’t on sale right now',
    dedicated: 'Dedicated IPs aren’t on sale right now',
  },
  notOnSaleExplanation: 'What you’ve already bought keeps working. Check back in a few days.',
  dedicated: 'Dedicated IP',
  dedicatedExplanation: 'An IP address only you use. It stays the same as long as you keep it.',
  extend: 'Extend',
  type: 'Type',
  country: 'Country',
  activeUntil: 'Active until {date}',
  stopped: 'Suspended on your account; paid until {date}',
  expiredOn: 'Ended on {date}',
  refunded: 'Refunded',
  provisioning: 'Paid. We’re finding an IP for you; your time starts once it’s ready.',
  types: { dedicated: 'Dedicated', dedicated_residential: 'Dedicated Residential' },
  typeDetails: {
    dedicated: 'In a data center: fast, and only yours',
    dedicated_residential: 'On a home connection: looks like any household',
  },
  chooseData: 'How much data?',
  chooseTraffic: 'How much traffic?',
  gigabytes: 'Gigabytes',
  gigabytesHint: 'Whole gigabytes, 1 to 1,000',
  gigabytesWrong: 'Choose 1 to 1,000 whole gigabytes',
  slide: 'Slide to an amount',
  chooseAddress: 'Get a dedicated IP',
  chooseExtension: 'Extend your dedicated IP',
  period: 'For how long',
  aMonth: 'a month',
  aMonthNow: 'a month, {amount} today',
  soldOutHeadline: 'Dedicated IPs are sold out',
  soldOutExplanation: 'Check back in a few days.',
  soldOutAsk: 'Choose a country, and we’ll email you once when one is available.',
  toAddresses: 'Go to dedicated IPs',
  available: { one: '1 available', other: '{count} available' },
  manyAvailable: '{count} or more available',
  from: 'from {price} a month',
  locations: 'Available now',
  choose: 'Order',
  chooseOf: 'Order in {country}',
  online: { one: 'Exits are online in 1 country now.', other: 'Exits are online in {count} countries now.' },
  seeCoverage: 'See coverage',
  extending: '{address} in {country}, active until {date}',
} as const;

/** Products that need a plan, for accounts without one. */
export const planRequiredTexts = {
  headline: 'You need a plan first',
  needed: {
    residential_data:
      'Residential data works with a Comet plan. We keep your order and open it once your plan is active.',
    proxy_traffic:
      'The residential proxy works with a Comet plan. We keep your order and open it once your plan is active.',
    dedicated:
      'Dedicated IPs work with a Comet plan. We keep your order and open it once your plan is active.',
  },
  seePlans: 'See plans',
  afterPlan: 'Then your order',
  afterPlanExplanation: 'It opens once your plan is active. Tax is added at payment where it applies.',
} as const;

/** Products that are out of stock in a country. */
export const stockTexts = {
  tellMe: 'Tell me when one is available',
  tellMeOf: 'Tell me when one is available in {country}',
  requested: 'We’ll email you once when one is available in {country}.',
  willTell: 'We’ll email you',
  withdraw: 'Cancel',
  withdrawOf: 'Cancel the email for {country}',
  withdrawn: 'Canceled. You won’t get that email.',
  soldOutIn: { one: 'Sold out in 1 country', other: 'Sold out in {count} countries' },
  countryAndType: '{country}, {type}',
  requestedIn: 'We’ll email you about: {countries}',
  elsewhere: 'Looking for another country?',
  country: 'Country',
  chooseCountry: 'Choose a country',
} as const;
