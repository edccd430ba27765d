import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateWireguardKeyPair } from '@comet/linux-network';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  writeSavedSessions,
  takeSavedSessions,
} from '../../src/platform/saved-session/saved-session-file.ts';
import { type SavedSessions, savedSessionFor } from '../../src/platform/saved-session/saved-session.ts';
import { restoreSession } from '../../src/tunnel/attempts/connect-granted.ts';
import { plant } from './plant-saved-session.ts';
import { replySnapshot } from '../simulation/snapshot-of.ts';
import { type NotingWriters, notingWriters } from '../simulation/recording-writers.ts';

const link = 'comet0';
const keys = generateWireguardKeyPair();
const targets = ['/etc/resolv.conf', '/run/systemd/resolve/resolv.conf', '/run/resolvconf/resolv.conf'];
const lease = { ipv4: '100.64.33.7', ipv6: 'fd00:c0:e7:21::7' };
const gateway = '192.0.2.2';
const left: SavedSessions = {
  ...{ version: '1', link, from: 0, until: 2_000, privateKey: keys.privateKey },
  starts: [
    {
      ...{ requested: null, location: null, ticket: 'ticket', mtu: 1420, reply: replySnapshot },
      policy: {
        ...{ kind: 'connected', allowLan: true },
        gateway: { address: gateway, dataPlane: { transport: 'udp', port: 51_820 }, admissionPort: 443 },
        tunnel: { link, ...lease, dns: ['100.64.0.1'] },
      },
      peer: {
        ...{ publicKey: keys.publicKey, endpoint: `${gateway}:51820`, persistentKeepalive: 25 },
        allowedIps: ['0.0.0.0/0', '::/0'],
      },
      addresses: { link, gateway, ...lease, allowLan: true },
      resolvers: ['100.64.0.1'],
    },
  ],
};

/** All inputs of the tools. */
let written: string[] = [];
let folder = '';
let writers: NotingWriters;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-planted-'));
  await writeFile(join(folder, 'state.json'), '{}');
  writers = await notingWriters(folder, link, (...words) => void written.push(...words));
});
afterAll(async () => {
  writers.close();
  await rm(folder, { recursive: true });
});

/**
 * Reads the saved session in the folder and restores it; returns whether it was restored. `target`: the target of resolv.conf, which
 * determines its manager.
 */
async function start(target = '/etc/resolv.conf'): Promise<boolean> {
  written = [];
  await writeFile(join(folder, 'resolv.conf'), '');
  const found = takeSavedSessions(folder, { version: '1', link }, 1_000);
  const first = found && savedSessionFor(found.starts, null);
  if (found === null || first === null) return false;
  const isUp = await restoreSession(await writers.open(target), first, found.privateKey).catch(() => false);
  written.push(...(await readFile(join(folder, 'resolv.conf'), 'utf8')).split('\n'));
  return isUp;
}

/** Returns the paths of all values. */
function pathsIn(within: unknown): string[][] {
  if (typeof within !== 'object' || within === null) return [];
  return Object.entries(within).flatMap(([name, value]) => [
    [name],
    ...pathsIn(value).map((rest) => [name, ...rest]),
  ]);
}

const word = fc.constantFrom(
  '10.0.0.1\nevil',
  '192.0.2.2:51820\nprivate_key=evil',
  '../../evil',
  '\0evil',
  '-evil',
  'comet0" accept; add table inet evil; "',
  '0.0.0.0/0 evil',
  'evil evil',
  '::1%evil',
);
const value = fc.oneof(
  word,
  fc.array(word, { maxLength: 2 }),
  fc.record({ evil: word }),
  fc.constantFrom(null, -1, 1.5, 1e99, true, '', [], {}, [[]], [null]),
);

test('restores an unchanged saved session', async () => {
  await writeSavedSessions(folder, left);
  expect(await start()).toBe(true);
  expect(written).toContain(`address add ${lease.ipv4}/32 dev ${link}`);
  expect(written).toContain(`Endpoint = ${gateway}:51820`);
  expect(written).toContain('nameserver 100.64.0.1');
  expect(written.join()).toContain(`oifname "${link}"`);
});

test('no planted value reaches a tool or crashes a start', async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...pathsIn(left)),
      value,
      fc.constantFrom(...targets),
      async (path, planted, target) => {
        await writeSavedSessions(folder, left);
        await plant(join(folder, 'saved-sessions.json'), path, planted);
        if (!(await start(target))) refused += 1;
        expect(written.filter((line) => /evil|\0|undefined|object/.test(line))).toEqual([]);
      },
    ),
    { numRuns: 400 },
  );
  expect(refused).toBeGreaterThan(100);
});
