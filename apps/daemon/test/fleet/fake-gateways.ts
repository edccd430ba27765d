import type { Gateway } from '../../src/model/gateway.ts';

const offers: Gateway['openvpn'] = [
  { variant: 'udp', port: 1194 },
  { variant: 'tcp', port: 1195 },
  { variant: 'tls', port: 8443 },
];

/** Three gateways in as many locations, of which one has no OpenVPN and another no block lists. */
export const gateways: readonly Gateway[] = ['nl-ams', 'jp-tyo', 'us-nyc'].map((location, index) => ({
  id: `gateway-${index}`,
  place: {
    gateway: `gateway-${index}`,
    location,
    country: location.slice(0, 2).toUpperCase(),
    countryName: location,
    city: location,
  },
  serverName: `gw-${index}.gateways.comet.test`,
  address: `192.0.2.${100 + index}`,
  ipv4: `192.0.2.${100 + index}`,
  ipv6: null,
  at: [
    { latitude: 52, longitude: 5 },
    { latitude: 36, longitude: 140 },
    { latitude: 41, longitude: -74 },
  ][index] ?? { latitude: 0, longitude: 0 },
  load: null,
  ...{ admissionPort: 443, wireguardPort: 51_820, wireguardPorts: [51_820] },
  wireguardTransports: [],
  wireguardPublicKey: Buffer.alloc(32, index + 9).toString('base64'),
  openvpn: location === 'us-nyc' ? [] : offers,
  blockLists: location === 'jp-tyo' ? [] : ['ads', 'trackers', 'malware', 'adult', 'gambling', 'social'],
  online: true,
}));
