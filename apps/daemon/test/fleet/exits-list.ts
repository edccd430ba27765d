import { silentLog } from '@comet/foundation/log';
import { generateKeyPairSync } from 'node:crypto';
import { publishKey, readSigner, readVerifiers, signDocument } from '@comet/admission';
import { api as contract } from '@comet/contract';
import { manualClock, unixSeconds } from '@comet/foundation';
import { directory } from '../../src/gateways/directory.ts';
import { fakeApi, keyOf } from '../../src/platform/control-plane/api.fake.ts';
import { fakeStateFile } from '../../src/platform/files/state-file.fake.ts';

export const gatewayIds = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
export const signal: AbortSignal = new AbortController().signal;

const us = { country: 'US', countryName: 'United States', latitude: 40, longitude: -74, features: [] };
const locations = [
  { ...us, code: 'us-nyc', city: 'New York', type: 'standard' },
  { ...us, code: 'us-nyc-home', city: 'New York', type: 'native_residential' },
  { ...us, code: 'us-nyc-shared', city: 'New York', type: 'residential' },
  { ...us, code: 'us-boise-home', city: 'Boise', type: 'native_residential' },
];

/**
 * A directory whose newest list has two gateways in New York, both with its residential exits and one with Boise's; without any exit if
 * `live` is false.
 */
export async function directoryWithExits({ live = true } = {}) {
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  const signer = readSigner(
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const gateways = gatewayIds.map((id, index) => ({
    ...{ id, location: 'us-nyc', serverName: `gw-${index}.gateways.comet.test`, ipv6: null },
    ...{ ipv4: `203.0.113.${index + 1}`, doorPort: 443, wireguardPort: 51_820, online: true },
    wireguardPublicKey: Buffer.alloc(32, index).toString('base64'),
    openvpn: { offers: [{ variant: 'udp', port: 1194 }] },
    loadPercent: null,
  }));
  const through = [
    { location: 'us-nyc-home', gateways: gatewayIds },
    { location: 'us-nyc-shared', gateways: gatewayIds.slice(1) },
    { location: 'us-boise-home', gateways: gatewayIds.slice(0, 1) },
  ];
  const issuedAt = unixSeconds(clock.now());
  const content = { version: 1, issuedAt, expiresAt: issuedAt + 3600, locations, gateways };
  const list = signDocument('server-list', signer, live ? { ...content, through } : content);
  const api = fakeApi();
  api.replies.set(keyOf(contract.serverList), () => ({ list }));
  const parts = { file: fakeStateFile(), api, clock, log: silentLog };
  const made = directory(parts, readVerifiers([publishKey(signer)]));
  await made.refresh(signal);
  return { file: parts.file, api, directory: made };
}
