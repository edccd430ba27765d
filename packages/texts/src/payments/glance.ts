/** What there is beside the plan, at a glance. */
export const glanceTexts = {
  residentialData: 'Residential data',
  gigabytes: '{gigabytes} GB',
  leftOf: 'left of {gigabytes} GB',
  noData: 'For locations that lead through a home connection. None bought yet.',
  buyData: 'Buy data',
  stopped: 'Stopped on your account: write to support',
  addresses: 'Dedicated IPs',
  addressOf: '{country} · {state}',
  noAddress: 'An exit address that nobody else uses. None of yours yet.',
  extend: 'Extend',
  extendOf: 'Extend {address}',
  orderAddress: 'Order an address',
  allAddresses: 'All {count} addresses',
} as const;
