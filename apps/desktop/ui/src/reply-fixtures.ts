import type { ResultOf } from '@comet/tunnel-protocol';

/** Results of a leak check. */
export const checks: Readonly<Record<'protected' | 'leaking', ResultOf<'check'>>> = {
  protected: {
    verdict: 'protected',
    leaks: [],
    exit: { ipv4: '203.0.113.47', ipv6: null },
    askers: ['203.0.113.53'],
  },
  leaking: {
    verdict: 'leaking',
    leaks: ['ipv6'],
    exit: { ipv4: '203.0.113.47', ipv6: '2001:db8:4c1:9f00:1a2b:3c4d:5e6f:7081' },
    askers: ['203.0.113.53'],
  },
};

/** From the newest to the oldest, with a month without sessions. */
export const recordedMonths: ResultOf<'statistics'>['months'] = [
  { month: '2026-11', sessions: 64, received: 41_300_000_000, sent: 3_900_000_000 },
  { month: '2026-10', sessions: 71, received: 52_800_000_000, sent: 4_100_000_000 },
  { month: '2026-09', sessions: 38, received: 23_600_000_000, sent: 1_700_000_000 },
  { month: '2026-08', sessions: 12, received: 8_400_000_000, sent: 600_000_000 },
  { month: '2026-06', sessions: 55, received: 37_200_000_000, sent: 2_800_000_000 },
  { month: '2026-05', sessions: 49, received: 30_900_000_000, sent: 2_200_000_000 },
];

export const recordedSessions: ResultOf<'statistics.sessions'>['sessions'] = [
  ['2026-11-30T08:12:00.000Z', null, 'nl-ams', 'wireguard', 482_000_000, 61_000_000],
  [
    '2026-11-29T17:40:00.000Z',
    '2026-11-29T22:05:00.000Z',
    'jp-tyo',
    'openvpn/tls',
    1_930_000_000,
    88_000_000,
  ],
  ['2026-11-29T07:55:00.000Z', '2026-11-29T11:31:00.000Z', 'us-nyc', 'wireguard', 720_000_000, 35_000_000],
].map(([startedAt, endedAt, location, transport, received, sent]) => ({
  ...{ startedAt: String(startedAt), endedAt: endedAt === null ? null : String(endedAt) },
  ...{ location: String(location), transport: String(transport) },
  ...{ received: Number(received), sent: Number(sent) },
}));

export const reportFiles: ResultOf<'report'>['files'] = [
  { name: 'system.json', text: '{\n  "comet": "0.1.0",\n  "kernel": "7.2.4"\n}' },
  { name: 'state.json', text: '{\n  "tunnel": { "state": "connected" }\n}' },
  { name: 'journal.txt', text: '12:00:03 connected\n12:41:19 the path changed' },
  { name: 'firewall.txt', text: 'table inet comet {\n}' },
];

export const programs: ResultOf<'programs'>['programs'] = [
  { name: 'Firefox', path: '/usr/lib/firefox/firefox' },
  { name: 'Steam', path: '/usr/bin/steam' },
];

export const newer: NonNullable<ResultOf<'update.check'>['newer']> = {
  version: '0.2.0',
  notes: 'Connects twice as fast where many gateways are near.\nThe map can be moved with the keyboard.',
  bytes: 47_200_000,
  fetched: false,
};

export const ownLists: ResultOf<'name-list.list'> = {
  lists: [
    {
      ...{ kind: 'block', source: 'https://lists.example/hosts.txt', isUrl: true },
      ...{ names: 84_213, updatedAt: '2026-11-30T06:02:00.000Z', failure: null },
    },
    {
      ...{ kind: 'block', source: 'https://lists.example/games.txt', isUrl: true },
      ...{ names: 512, updatedAt: '2026-11-28T06:02:00.000Z', failure: 'unreachable' },
    },
    {
      ...{ kind: 'allow', source: 'Work', isUrl: false },
      ...{ names: 4, updatedAt: '2026-11-20T10:15:00.000Z', failure: null },
    },
  ],
  allowed: ['shop.example', 'cdn.news.example'],
};

export const blockCounts: ResultOf<'block-counts'>['lists'] = [
  { source: 'https://lists.example/hosts.txt', gateway: false, today: 214, month: 8_907 },
  { source: 'https://lists.example/games.txt', gateway: false, today: 0, month: 3 },
  { source: 'ads', gateway: true, today: 96, month: 2_310 },
];
