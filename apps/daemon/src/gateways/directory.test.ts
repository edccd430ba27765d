import { logInto } from '../../test/log-into.ts';
import { generateKeyPairSync } from 'node:crypto';
import { publishKey, readSigner, readVerifiers, signDocument } from '@comet/admission';
import { api as contract } from '@comet/contract';
import { manualClock, unixSeconds } from '@comet/foundation';
import { expect, test } from 'vitest';
import { fakeApi, keyOf } from '../platform/control-plane/api.fake.ts';
import { fakeStateFile } from '../platform/files/state-file.fake.ts';
import type { AdmissionEndpoint } from '../platform/admission/admission-endpoint.ts';
import { directory } from './directory.ts';

const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
const signer = readSigner(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);
const stranger = readSigner(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);
const signal = new AbortController().signal;

function listOf(version: number, by = signer, lasts = 3600): string {
  const issuedAt = unixSeconds(clock.now());
  const place = { country: 'NL', countryName: 'Netherlands', city: 'Amsterdam', type: 'standard' };
  const locations = [{ code: 'nl-ams', ...place, latitude: 52, longitude: 4, features: [] }];
  const gateways = ['nl-ams', 'xx-xxx'].map((location, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    location,
    serverName: `gw-${index}.gateways.comet.test`,
    ipv4: `203.0.113.${index + 1}`,
    ipv6: index === 0 ? '2001:db8::1' : null,
    doorPort: 443,
    wireguardPort: 51_820,
    wireguardPublicKey: Buffer.alloc(32, index).toString('base64'),
    openvpn: null,
    online: true,
    loadPercent: null,
  }));
  return signDocument('server-list', by, {
    version,
    issuedAt,
    expiresAt: issuedAt + lasts,
    locations,
    gateways,
  });
}

function setUp(kept: { version: number; document: string } | null = null, family: 4 | 6 = 4) {
  const api = fakeApi();
  const file = fakeStateFile({ serverList: kept });
  const log: string[] = [];
  const parts = { file, api, clock, family: () => family, log: logInto(log) };
  const respond = (document: string) =>
    api.replies.set(keyOf(contract.serverList), () => ({ list: document }));
  return { api, file, log, respond, gateways: directory(parts, readVerifiers([publishKey(signer)])) };
}

test('accepts and stores a genuine list, without a gateway that has no listed location', async () => {
  const { gateways, respond, file } = setUp();
  expect(gateways.gatewaysFor({ location: null }, null)).toBeNull();
  respond(listOf(3));
  expect(await gateways.refresh(signal)).toEqual({ ok: true, value: null });
  expect(gateways.gatewaysFor({ location: 'amsterdam' }, null)?.map(({ address }) => address)).toEqual([
    '203.0.113.1',
  ]);
  expect(gateways.gatewaysFor({ location: 'atlantis' }, null)).toEqual([]);
  expect(file.current.serverList?.version).toBe(3);
});

test('reuses a list without an online gateway for a moment, also after the clock is set back', async () => {
  const { gateways, respond } = setUp();
  respond(listOf(3));
  await gateways.refresh(signal);
  expect(gateways.gatewaysFor({ location: 'atlantis' }, null)).toEqual([]);
  clock.advance(-3_600_000);
  expect(gateways.gatewaysFor({ location: 'atlantis' }, null)).toBeNull();
  clock.advance(3_600_000);
});

test('ignores an older list, one of another signer, and an expired one', async () => {
  const { gateways, respond, log, file } = setUp({ version: 3, document: listOf(3) });
  for (const document of [listOf(2), listOf(4, stranger), listOf(4, signer, -1), 'nonsense']) {
    respond(document);
    expect(await gateways.refresh(signal)).toMatchObject({ ok: false });
  }
  expect(file.current.serverList?.version).toBe(3);
  expect(gateways.locations()).toHaveLength(1);
  expect(log.join()).toMatch(/rolled_back.*bad_signature|unknown_key/);
});

test('uses a list from disk until it expires if the API does not respond', async () => {
  const { gateways, api } = setUp({ version: 3, document: listOf(3) });
  api.unreachable = true;
  expect(await gateways.refresh(signal)).toEqual({ ok: false, error: 'api_unreachable' });
  expect(gateways.gatewaysFor({ location: null }, null)).toHaveLength(1);
  clock.advance(3_700_000);
  expect(gateways.gatewaysFor({ location: null }, null)).toBeNull();
});

test('uses IPv6 addresses of gateways on an IPv6-only network', () => {
  const { gateways } = setUp({ version: 3, document: listOf(3) }, 6);
  expect(gateways.gatewaysFor({ location: null }, null)?.map(({ address }) => address)).toEqual([
    '2001:db8::1',
  ]);
});

test('reports distance, round trip and load of a location, if known', async () => {
  const { gateways } = setUp({ version: 3, document: listOf(3) });
  const [place] = gateways.locations() ?? [];
  if (place === undefined) throw new Error('no place');
  expect(gateways.about(place)).toEqual({ kilometres: null, milliseconds: null, load: null });
  await gateways.measure({ measure: () => Promise.resolve(11.6) } as unknown as AdmissionEndpoint);
  expect(gateways.about(place)).toEqual({ kilometres: 0, milliseconds: 12, load: null });
});

test('names gateways as relays also from an expired list, but only from a signed one', () => {
  const relaysOf = (document: string, family: 4 | 6 = 4) =>
    setUp({ version: 3, document }, family)
      .gateways.relays()
      .map(({ address }) => address);
  const expired = listOf(3, signer, -1);
  expect(setUp({ version: 3, document: expired }).gateways.gatewaysFor({ location: null }, null)).toBeNull();
  expect(relaysOf(expired)).toEqual(['203.0.113.1']);
  expect(relaysOf(expired, 6)).toEqual(['2001:db8::1']);
  expect(relaysOf(listOf(3, stranger))).toEqual([]);
  expect(setUp().gateways.relays()).toEqual([]);
});
