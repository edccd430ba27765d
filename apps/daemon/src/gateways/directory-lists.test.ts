import { generateKeyPairSync } from 'node:crypto';
import { publishKey, readSigner, readVerifiers, signDocument } from '@comet/admission';
import { manualClock, unixSeconds } from '@comet/foundation';
import { silentLog } from '@comet/foundation/log';
import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import type { AdmissionEndpoint } from '../platform/admission/admission-endpoint.ts';
import { fakeApi } from '../platform/control-plane/api.fake.ts';
import { fakeStateFile } from '../platform/files/state-file.fake.ts';
import { directory } from './directory.ts';

const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
const signer = readSigner(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);

interface Location {
  readonly code: string;
  readonly load?: number;
  readonly online?: boolean;
  /** Round-trip time in ms. */
  readonly time?: number;
}

/** A directory of one gateway for each of these locations, after their measurement. */
async function setUp(found: readonly Location[], settings: Partial<typeof freshSettings> = {}) {
  const issuedAt = unixSeconds(clock.now());
  const document = signDocument('server-list', signer, {
    ...{ version: 1, issuedAt, expiresAt: issuedAt + 3600 },
    locations: found.map(({ code }, index) => ({
      ...{ code, country: code.slice(0, 2).toUpperCase(), countryName: code, city: code, type: 'standard' },
      ...{ latitude: index * 10, longitude: index * 10, features: [] },
    })),
    gateways: found.map(({ code, load = 10, online = true }, index) => ({
      ...{ id: `00000000-0000-4000-8000-00000000000${index}`, location: code, online, loadPercent: load },
      ...{ serverName: `${code}.gateways.comet.test`, ipv4: `203.0.113.${index + 1}`, ipv6: null },
      ...{ doorPort: 443, wireguardPort: 51_820, openvpn: null },
      wireguardPublicKey: Buffer.alloc(32, index).toString('base64'),
    })),
  });
  const file = fakeStateFile({
    serverList: { version: 1, document },
    settings: { ...freshSettings, ...settings },
  });
  const parts = { file, api: fakeApi(), clock, log: silentLog };
  const gateways = directory(parts, readVerifiers([publishKey(signer)]));
  const timeTo = (code: string) => found.find((one) => one.code === code)?.time ?? 50;
  const measure = (gateway: { readonly place: { readonly location: string } }) =>
    Promise.resolve(timeTo(gateway.place.location));
  await gateways.measure({ measure } as unknown as AdmissionEndpoint);
  const codes = (location: string | null, avoid: string | null = null) =>
    gateways.gatewaysFor({ location }, avoid)?.map(({ place }) => place.location) ?? null;
  return { file, gateways, codes };
}
const three = [
  { code: 'nl-ams', time: 120 },
  { code: 'jp-tyo', time: 20 },
  { code: 'us-nyc', time: 250 },
];
const work = { name: 'Work', locations: ['us-nyc', 'xx-old', 'nl-ams'] };

test('connects to a list at its fastest location, and to no other', async () => {
  const { file, gateways, codes } = await setUp(three, { locationLists: [work] });
  expect(codes('work')).toEqual(['nl-ams', 'us-nyc']);
  // The gateway that was used last has no priority.
  await file.change({ lastGateway: '00000000-0000-4000-8000-000000000002' });
  expect(codes('WORK')).toEqual(['nl-ams', 'us-nyc']);
  expect(gateways.hasLocation('Work')).toBe(true);
  const offline = await setUp([{ ...three[0], code: 'nl-ams', online: false }, ...three.slice(1)], {
    locationLists: [work],
  });
  expect(offline.codes('work')).toEqual(['us-nyc']);
});

test('uses a full location of a list only after the others', async () => {
  const full = [{ code: 'nl-ams', time: 5, load: 95 }, ...three.slice(1)];
  const { codes } = await setUp(full, { locationLists: [work] });
  expect(codes('work')).toEqual(['us-nyc', 'nl-ams']);
});

test('a list whose locations are all gone matches nothing', async () => {
  const { gateways, codes } = await setUp(three, { locationLists: [{ name: 'Jp', locations: ['xx-old'] }] });
  expect(gateways.hasLocation('jp')).toBe(false);
  expect(codes('jp') ?? []).toEqual([]);
});

test('a list as the default location precedes the other locations', async () => {
  const { codes } = await setUp(three, { locationLists: [work], server: 'Work' });
  expect(codes(null)).toEqual(['nl-ams', 'us-nyc', 'jp-tyo']);
});

test('fastest goes by round trips and load, and never to a full or offline location', async () => {
  const { file, codes } = await setUp(three);
  expect(codes('fastest')).toEqual(['jp-tyo', 'nl-ams', 'us-nyc']);
  await file.change({ lastGateway: '00000000-0000-4000-8000-000000000002' });
  expect(codes('fastest')?.[0]).toBe('jp-tyo');
  const busy = await setUp([
    { code: 'nl-ams', time: 120, online: false },
    { code: 'jp-tyo', time: 20, load: 90 },
    { code: 'us-nyc', time: 250, load: 89 },
  ]);
  expect(busy.codes('fastest')).toEqual(['us-nyc']);
  const full = await setUp(three.map((one) => ({ ...one, load: 100 })));
  expect([full.codes('fastest') ?? [], full.codes('random') ?? []]).toEqual([[], []]);
});

test('random draws another location each time, never a full or offline one, and keeps it in between', async () => {
  const { file, gateways, codes } = await setUp([
    ...three,
    { code: 'de-fra', load: 99 },
    { code: 'au-syd', online: false },
  ]);
  const drawn = new Set<string>();
  let before = '';
  for (let connect = 0; connect < 60; connect += 1) {
    gateways.drawAgain();
    const [first = ''] = codes('random') ?? [];
    expect(codes('random')?.[0]).toBe(first);
    expect(first).not.toBe(before);
    await file.change({ recents: [first] });
    before = first;
    drawn.add(first);
  }
  expect([...drawn].toSorted()).toEqual(['jp-tyo', 'nl-ams', 'us-nyc']);
});

test('random continues with the next location after a failure', async () => {
  const { gateways, codes } = await setUp(three);
  const [first = ''] = codes('random') ?? [];
  const failed = gateways.gatewaysFor({ location: 'random' }, null)?.[0]?.id ?? '';
  expect(codes('random', failed)?.[0]).not.toBe(first);
  expect(codes('random', failed)).toHaveLength(3);
});

test('random as the default location is shown before the connect', async () => {
  const { gateways, codes } = await setUp([...three, { code: 'de-fra', load: 99 }], { server: 'random' });
  const shown = codes(null);
  expect([shown?.length, shown?.at(-1)]).toEqual([4, 'de-fra']);
  expect(codes(null)).toEqual(shown);
  const drawn = new Set<string | undefined>();
  for (let draw = 0; draw < 40; draw += 1) {
    gateways.drawAgain();
    drawn.add(codes(null)?.[0]);
  }
  expect(drawn.size).toBe(3);
});
