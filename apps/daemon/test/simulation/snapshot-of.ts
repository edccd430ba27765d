import { freshSettings, type Snapshot } from '@comet/tunnel-protocol';

/** The reply to a client of a saved session. */
export const replySnapshot: Snapshot = {
  tunnel: {
    state: 'connected',
    since: '1970-01-01T00:00:00.000Z',
    place: {
      ...{ gateway: 'gateway-0', location: 'nl-ams', city: 'Amsterdam' },
      ...{ country: 'NL', countryName: 'Netherlands' },
    },
    link: {
      ...{ protocol: 'wireguard', endpoint: '192.0.2.2:51820' },
      ...{ ipv4: '100.64.33.7', ipv6: 'fd00:c0:e7:21::7' },
    },
    standsInFor: null,
  },
  account: { email: 'ada@example.com', device: 'laptop' },
  settings: freshSettings,
  traffic: null,
};
