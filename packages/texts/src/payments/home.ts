/** Summary of purchases in addition to the plan. */
export const glanceTexts = {
  devicesOf: '{count} of {limit} in use',
  manageDevices: 'Manage devices',
  locationsTitle: 'Locations',
  /** Data center locations, as on the status page. */
  locations: {
    one: '{online} of 1 location is available now.',
    other: '{online} of {count} locations are available now.',
  },
  usedLocations: 'In your WireGuard configs: {countries}.',
  map: 'World map of the countries with Comet locations.',
  noRecord: 'Comet keeps no record of whether or when a device is connected.',
  residentialData: 'Residential data',
  gigabytes: '{gigabytes} GB',
  leftOf: 'left of {gigabytes} GB',
  noData: 'For locations that use a home connection. You haven’t bought any yet.',
  buyData: 'Buy data',
  stopped: 'Suspended on your account: contact support',
  addresses: 'Dedicated IPs',
  addressOf: '{country} · {state}',
  noAddress: 'An IP address only you use. You don’t have one yet.',
  extend: 'Extend',
  extendOf: 'Extend {address}',
  orderAddress: 'Get a dedicated IP',
  allAddresses: 'All {count} IPs',
} as const;

/** Home with a plan and without a device. */
export const firstDeviceTexts = {
  headline: 'Connect your first device',
  explanation: 'It takes about two minutes. Then everything you send goes through Comet.',
  thisDevice: 'This device: {platform}',
  getApp: 'Get Comet for Linux',
  getFile: 'Create a WireGuard config',
  appSteps: [
    { title: 'Install and open Comet', detail: 'It opens this dashboard once, to confirm that it’s you.' },
    { title: 'Choose a location', detail: 'The fastest one is selected for you.' },
    { title: 'You’re connected', detail: 'All traffic of the computer now goes through Comet.' },
  ],
  linuxSteps: [
    {
      title: 'Install WireGuard',
      detail: 'It’s the package wireguard-tools. On Debian, install openresolv as well.',
    },
    {
      title: 'Save your config',
      detail: 'Move it to /etc/wireguard. The key is made in this browser and never sent to us.',
    },
    {
      title: 'Connect',
      detail: 'Run wg-quick up with the config’s name. The download page shows the commands.',
    },
  ],
  fileSteps: [
    { title: 'Install the WireGuard app', detail: 'It’s free, and in your app store or on wireguard.com.' },
    {
      title: 'Add your config',
      detail: 'Scan its QR code or open the file. The key is made in this browser and never sent to us.',
    },
    { title: 'Turn it on', detail: 'All traffic of the device now goes through Comet.' },
  ],
  waiting: 'Waiting for your device…',
  others: 'Phone, tablet or TV',
  othersExplanation: 'Any device that runs WireGuard or OpenVPN connects with a config from your account.',
  phone: 'Scan a QR code',
  router: 'Set up a router',
  tv: 'Connect a TV',
  enterCode: 'Enter a code shown on a device',
  terminal: 'Terminal:',
} as const;
