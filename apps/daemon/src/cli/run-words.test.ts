import { err, ok } from '@comet/foundation';
import { type CommandName, freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { type Inside, runWords } from './run-words.ts';

const place = {
  gateway: 'g',
  location: 'nl-ams',
  country: 'nl',
  countryName: 'Netherlands',
  city: 'Amsterdam',
};
const off: Snapshot = {
  tunnel: { state: 'disconnected', since: '2026-11-21T10:00:00.000Z' },
  account: null,
  settings: freshSettings,
  traffic: null,
};

/** A daemon that answers each command as told, and what the caller is told. */
function relay(answers: Partial<Record<CommandName, unknown>>) {
  const asked: CommandName[] = [];
  const said: string[] = [];
  const watchers = new Set<(snapshot: Snapshot) => void>();
  const inside = {
    call(command: CommandName) {
      asked.push(command);
      return Promise.resolve(answers[command] ?? ok(off));
    },
    watch(listener: (snapshot: Snapshot) => void) {
      watchers.add(listener);
      listener({ ...off, tunnel: { state: 'connecting', since: '', place, way: null, attempt: 1 } });
      return () => watchers.delete(listener);
    },
  } as unknown as Inside;
  const run = (words: readonly string[], options: { watched?: boolean; takeBack?: boolean } = {}) =>
    runWords({ words: [...words], watched: false, takeBack: false, ...options }, inside, (channel, text) => {
      said.push(`${channel}: ${text}`);
    });
  return { run, asked, said, watchers };
}

test('a command is carried out, and its words and exit code come back', async () => {
  const { run, asked, said } = relay({});
  expect(await run(['disconnect'])).toBe(0);
  expect(asked).toEqual(['disconnect']);
  expect(said).toEqual(['result: Disconnected. Traffic leaves this machine unprotected.']);
});

test('progress is told to a caller whom a person watches, and to no other', async () => {
  const seen = relay({ connect: err({ error: 'location_unknown', detail: null }) });
  expect(await seen.run(['connect', 'atlantis'], { watched: true })).toBe(1);
  expect(seen.said).toEqual([
    'progress: Connecting to Amsterdam, Netherlands (nl-ams)',
    'remark: There is no such location. `comet locations` lists them.',
  ]);
  expect(seen.watchers.size).toBe(0);
  const unseen = relay({});
  await unseen.run(['connect']);
  expect(unseen.asked).toEqual(['connect']);
});

test('a choice is passed on, and told as it is afterwards', async () => {
  const settings = { ...freshSettings, protocol: 'openvpn', variant: 'tls' } as const;
  const { run, asked, said } = relay({
    'variant.set': ok({ ...off, settings }),
    status: ok({ ...off, settings }),
  });
  expect(await run(['set', 'variant', 'tls'])).toBe(0);
  expect(await run(['settings'])).toBe(0);
  expect(asked).toEqual(['variant.set', 'status']);
  expect(said.slice(0, 3)).toEqual([
    'result: Variant: TLS, which looks like a visit to a website.',
    'result: Protocol: OpenVPN.',
    'result: Variant: TLS, which looks like a visit to a website.',
  ]);
});

const ends = { endpoint: '203.0.113.101:9443', ipv4: '100.64.0.2', ipv6: 'fd00::2' };
const byObfs4 = {
  ...off,
  tunnel: { state: 'connected', since: '', place, link: { protocol: 'openvpn', variant: 'obfs4', ...ends } },
} as unknown as Snapshot;

test.each([
  { words: ['protocol', 'automatic'], later: true },
  { words: ['protocol', 'WireGuard'], later: true },
  { words: ['variant', 'OBFS4'], later: false },
  { words: ['variant', 'tcp'], later: true },
])(
  'a choice that the present tunnel does not follow says that it waits for a connect: %j',
  async ({ words, later }) => {
    const [choice = '', value = ''] = words;
    const openvpn = choice === 'variant' ? { protocol: 'openvpn' } : {};
    const settings = { ...freshSettings, ...openvpn, [choice]: value.toLowerCase() } as Snapshot['settings'];
    const { run, said } = relay({ [`${choice}.set`]: ok({ ...byObfs4, settings }) });
    expect(await run(['set', ...words])).toBe(0);
    expect(said.join().includes('`comet connect` applies the change now.')).toBe(later);
  },
);

test('a choice of automatic says that a weaker tunnel moves to WireGuard by itself', async () => {
  const tunnel = { ...byObfs4.tunnel, fallbackFrom: 'wireguard' } as Snapshot['tunnel'];
  const { run, said } = relay({ 'protocol.set': ok({ ...byObfs4, tunnel, settings: freshSettings }) });
  await run(['set', 'protocol', 'automatic']);
  expect(said.at(-1)).toBe('result: Comet moves to WireGuard as soon as it answers.');
});

test('a network that is trusted says that traffic leaves unprotected, once there is no tunnel', async () => {
  const { run, said } = relay({ 'network.trust': ok(off) });
  await run(['trust']);
  expect(said.at(-1)).toBe('result: Traffic leaves this machine unprotected: there is no tunnel.');
  const still = relay({ 'network.trust': ok(byObfs4) });
  await still.run(['trust']);
  expect(still.said.join()).not.toContain('unprotected: there is no tunnel');
});

test('a newer version is fetched and verified, and what it says of itself moves no cursor', async () => {
  const newer = { version: '0.2.0', notes: 'Faster.\u001b[2J', bytes: 47_000_000, fetched: false };
  const { run, asked, said } = relay({
    'update.check': ok({ version: '0.1.0', newer }),
    'update.fetch': ok({ version: '0.2.0', path: '/var/cache/comet/updates/comet_0.2.0_amd64.deb' }),
  });
  expect(await run(['update'])).toBe(0);
  expect(asked).toEqual(['update.fetch', 'update.check']);
  expect(said.slice(1, 3)).toEqual(['result: Comet 0.2.0 is there; this is 0.1.0.', 'result: Faster.[2J']);
  const refused = relay({ 'update.fetch': err({ error: 'update_refused', detail: 'expired' }) });
  expect(await refused.run(['update'])).toBe(1);
  expect(refused.said[1]).toMatch(/^remark: What is said of new versions is out of date\./);
});

test('a location that lacks what is chosen says so before anybody connects', async () => {
  const row = { country: 'NL', countryName: 'Netherlands', city: 'Amsterdam', type: 'standard' };
  const locations = [
    { ...row, code: 'nl-ams', online: true, lacks: 'tls' },
    { ...row, code: 'nl-rtm', online: true, lacks: null },
  ];
  const { run, said } = relay({ locations: ok({ locations }) });
  expect(await run(['locations'])).toBe(0);
  expect(said).toEqual([
    'result: nl-ams  Amsterdam  Netherlands (no OpenVPN over TLS)',
    'result: nl-rtm  Amsterdam  Netherlands',
  ]);
});

test('locations of one type can be asked for, and say what they cost and whether they are live', async () => {
  const row = { country: 'US', countryName: 'United States', city: 'New York', lacks: null };
  const locations = [
    { ...row, code: 'us-nyc', type: 'standard', online: true },
    { ...row, code: 'us-nyc-home', type: 'native_residential', online: true },
    { ...row, code: 'us-boise-home', city: 'Boise', type: 'native_residential', online: false },
  ];
  const { run, said } = relay({ locations: ok({ locations }) });
  expect(await run(['locations', '--type', 'native-residential'])).toBe(0);
  expect(said.splice(0)).toEqual([
    'result: us-boise-home  Boise     United States (residential, uses your data, offline)',
    'result: us-nyc-home    New York  United States (residential, uses your data)',
  ]);
  expect(await run(['locations', '--type', 'cheap'])).toBe(2);
  expect(await run(['locations', '--type', 'specialty'])).toBe(0);
  expect(said[1]).toBe('result: There is no location of this type right now.');
});

test('the ports that lead nowhere are listed with the reason, and so is a machine that has none of them', async () => {
  const localProxies = [{ port: 9001, country: 'US', mode: 'sticky', session: 'abcdef012345' }] as const;
  const stopped = { ...off, settings: { ...off.settings, localProxies }, proxyTrouble: 'spending_stopped' };
  const { run, said } = relay({ 'proxy.list': ok(stopped) });
  expect(await run(['proxy'])).toBe(0);
  expect(said[1]).toMatch(/^remark: .* stopped on your account\. Write to support/);
  const none = relay({ 'proxy.list': ok({ ...stopped, settings: off.settings }) });
  expect(await none.run(['proxy'])).toBe(0);
  expect(none.said).toHaveLength(1);
});

test('a connect says by what it leaves and what is left', async () => {
  const link = {
    protocol: 'wireguard',
    endpoint: '203.0.113.101:51820',
    ipv4: '100.64.3.4',
    ipv6: 'fd00::1',
  };
  const tunnel = { state: 'connected', since: '', place, link, standsInFor: null };
  const exit = { type: 'native_residential', address: null, dataLeftBytes: 12_300_000_000 };
  const { run, said } = relay({ connect: ok({ ...off, tunnel, exit }) });
  expect(await run(['connect', 'us-nyc-home'])).toBe(0);
  expect(said[1]).toBe(
    'result: Leaves by a residential line there; each byte counts against your data. 12.3 GB left.',
  );
  const anyCity = { ...place, location: 'us-any-home' };
  const there = relay({ connect: ok({ ...off, tunnel: { ...tunnel, place: anyCity }, exit }) });
  expect(await there.run(['connect', 'us-any-home'])).toBe(0);
  expect(there.said[2]).toBe('result: The line there may be a provider’s: it carries no UDP and no IPv6.');
});

test('a connect that is taken back ends the tunnel and says so', async () => {
  const { run, asked, said } = relay({});
  expect(await run(['connect'], { takeBack: true })).toBe(1);
  expect(asked).toEqual(['disconnect']);
  expect(said).toEqual(['remark: Cancelled. Traffic leaves this machine unprotected.']);
});

test.each([
  ['status'],
  ['check'],
  ['locations'],
  ['set', 'protocol', 'openvpn'],
  ['lockdown', 'off'],
  ['pause', '15m'],
])('a Ctrl-C in what is no connect leaves the tunnel as it is: comet %s %s', async (...words) => {
  const { run, asked, said } = relay({});
  expect(await run(words, { takeBack: true })).toBe(1);
  expect([asked, said]).toEqual([[], []]);
});

test.each([['login'], ['status', '--watch'], ['help'], ['--version'], ['conect'], ['lockdown', 'maybe']])(
  'what a relay cannot do is refused, and nothing is done: %s %s',
  async (...words) => {
    const { run, asked, said } = relay({});
    expect(await run(words)).toBe(2);
    expect(asked).toEqual([]);
    expect(said).toHaveLength(1);
  },
);

test.each([['report', '/etc/passwd'], ['report'], ['exclude', 'id'], ['include', 'id'], ['login']])(
  'what has to be done as the user is never done by the daemon: comet %s',
  async (...words) => {
    const { run, asked } = relay({});
    expect(await run(words)).toBe(2);
    expect(asked).toEqual([]);
  },
);

test('a country that is offline but for a home is not left for it, and the home is named', async () => {
  const row = { country: 'DE', countryName: 'Germany', lacks: null } as const;
  const locations = [
    { ...row, code: 'de-fra', city: 'Frankfurt', type: 'standard', online: false },
    { ...row, code: 'de-ber-home', city: 'Berlin', type: 'native_residential', online: true },
    { ...row, code: 'de-ham-home', city: 'Hamburg', type: 'native_residential', online: false },
    { ...row, country: 'NL', code: 'nl-home', city: 'Lisse', type: 'residential', online: true },
  ];
  const reason = 'location_unavailable' as const;
  const tunnel = { state: 'error', since: '', reason, blocking: true, retryAt: null } as const;
  const { run, asked, said } = relay({
    connect: err({ error: 'connect_failed', detail: reason }),
    status: ok({ ...off, tunnel }),
    locations: ok({ locations }),
  });
  expect(await run(['connect', 'germany'])).toBe(1);
  expect(asked).toEqual(['connect', 'status', 'locations']);
  expect(said[0]).toBe('remark: The VPN could not connect.');
  expect(said.at(-1)).toBe('remark: Residential lines there are live: `comet connect de-ber-home`.');
});

test('a connect that the account refuses is told as the state has it: nothing is held back', async () => {
  const refusal = 'subscription_required' as const;
  const { run, said } = relay({
    connect: err({ error: 'connect_failed', detail: refusal }),
    status: ok({ ...off, tunnel: { state: 'disconnected', since: '', refusal } }),
  });
  expect(await run(['connect'])).toBe(1);
  expect(said).toEqual([
    'remark: The VPN could not connect.',
    'remark: Your account has no active subscription. Traffic leaves this machine unprotected.\nChoose a plan in the dashboard, then connect again.',
  ]);
});

test('a place that the account refuses while a tunnel is up leaves that as it is, and is told so', async () => {
  const { run, asked, said } = relay({
    connect: err({ error: 'connect_refused', detail: 'device_limit_reached' }),
  });
  expect(await run(['connect', 'jp-tyo'])).toBe(1);
  expect(asked).toEqual(['connect']);
  expect(said).toEqual([
    'remark: This account has ten devices and files. The tunnel stays as it is.\nRemove one in the dashboard, then connect again.',
  ]);
});

test('who connects while somebody else does is told that the VPN is at work, and how to see its state', async () => {
  const { run, said } = relay({ connect: err({ error: 'superseded', detail: null }) });
  expect(await run(['connect'])).toBe(1);
  expect(said).toEqual([
    'remark: The VPN is already running. Refresh what you know of it: `comet status`.',
    'remark: Another `comet` command took the place of this one.',
  ]);
});
