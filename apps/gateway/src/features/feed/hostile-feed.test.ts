import { generateKeyPairSync } from 'node:crypto';
import { addressesOf, publishKey, readSigner, signDocument, tunnelPools } from '@comet/admission';
import { type Grant, type Revocation, revocationLines } from '@comet/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { desiredPeers } from '../peers/index.ts';
import { LeaseTable } from '../leases/index.ts';
import { FeedState } from './feed-state.ts';
import { feedFile, newFeedFile } from './feed.store.ts';

/** A compromised control plane: its signatures are valid, its content is arbitrary. */

const signer = readSigner(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);
const keys = { ticketKeys: [publishKey(signer)], feedKeys: [publishKey(signer)] };
const fresh = () => new FeedState('gw', newFeedFile(keys, 1_000));

const grant: Grant = {
  kind: 'wireguard',
  id: '00000000-0000-4000-8000-000000000001',
  sub: 's'.repeat(22),
  publicKey: Buffer.alloc(32, 7).toString('base64'),
  ...addressesOf(tunnelPools.static.first + 9),
};
const credential: Grant = {
  ...{ kind: 'openvpn', id: '00000000-0000-4000-8000-000000000002' },
  ...{ sub: 's'.repeat(22), mac: 'm'.repeat(43) },
};
const proxyUser: Grant = {
  ...{ kind: 'proxy', id: '00000000-0000-4000-8000-000000000003', sub: 's'.repeat(22) },
  ...{ username: 'u12345', mac: 'n'.repeat(43), addresses: ['203.0.113.9'], proven: [] },
  ...{ purse: '00000000-0000-4000-8000-000000000005', route: { kind: 'pool' } },
  limits: { connections: 100, bytesPerSecond: null },
};
const upstream: Grant = {
  ...{ kind: 'upstream', id: '00000000-0000-4000-8000-000000000004', protocol: 'http' },
  ...{ host: 'up.example', port: 8080, usernameTemplate: 'a-{country}', password: 'b' },
  ...{ countries: ['US'], use: 'native' },
  ...{ rules: { ports: [], networks: [], names: [] }, bytesPerSecond: null },
};
const revocation: Revocation = { sub: 'r'.repeat(22), slot: 1, notBefore: 5 };
const secrets = { pepper: 'p'.repeat(43), tlsCryptV2ServerKey: 't'.repeat(171) };
const wireRevocation = { sub: revocation.sub, slot: 1, not_before: 5 };
const genuine: readonly object[] = [
  { type: 'grant', gateway: 'gw', cursor: 1, grant },
  { type: 'grant', gateway: 'gw', cursor: 1, grant: credential },
  { type: 'grant', gateway: 'gw', cursor: 1, grant: proxyUser },
  { type: 'grant', gateway: 'gw', cursor: 1, grant: upstream },
  { type: 'withdraw', gateway: 'gw', cursor: 1, id: grant.id },
  { type: 'revoke', gateway: 'gw', cursor: 1, revocation: wireRevocation },
  { type: 'keys', gateway: 'gw', version: 1, ...keys, openvpn: secrets },
  {
    ...{ type: 'snapshot', gateway: 'gw', cursor: 1, part: 1, parts: 1 },
    ...{ revocations: [wireRevocation], grants: [grant, credential, proxyUser, upstream] },
  },
];

const hostileText = fc.oneof(
  fc.constantFrom(
    ...[
      '\n',
      '\r\n',
      '\0',
      '../../etc/cron.d/x',
      '..',
      '/dev/stdin',
      '$(reboot)',
      '`id`',
      '; reboot',
      '"',
      "'",
      ' ',
    ],
    ...['100.96.0.9/0', '0.0.0.0/0', '100.96.0.9\nallowed_ip=0.0.0.0/0', '::/0', 'fe80::1%eth0', '127.0.0.1'],
    ...['[Peer]', 'remove=true', '\u2028', '\ud800', '-D', '--help', '__proto__', 'constructor'],
  ),
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const anything = fc.oneof(
  hostileText,
  fc.anything({ maxDepth: 2 }),
  fc.constant(undefined),
  fc.integer(),
  fc.double(),
);

interface Change {
  readonly message: object;
  readonly leafIndex: number;
  readonly how: 'replace' | 'append' | 'prepend' | 'any';
  readonly text: string;
  readonly value: unknown;
}

/** Returns the message with one leaf changed. */
function mutate({ message, leafIndex, how, text, value }: Change): unknown {
  const leaves: { holder: Record<string, unknown>; key: string }[] = [];
  const mutated = structuredClone(message) as Record<string, unknown>;
  const walk = (holder: Record<string, unknown>) => {
    for (const [key, leaf] of Object.entries(holder)) {
      if (typeof leaf === 'object' && leaf !== null) walk(leaf as Record<string, unknown>);
      if (key !== 'type' && key !== 'gateway') leaves.push({ holder, key });
    }
  };
  walk(mutated);
  const leaf = leaves[leafIndex % leaves.length];
  if (leaf === undefined) return mutated;
  const before = leaf.holder[leaf.key];
  const original = typeof before === 'string' ? before : '';
  const mutations = { replace: text, append: original + text, prepend: text + original, any: value };
  leaf.holder[leaf.key] = mutations[how];
  return mutated;
}

const change = fc.record({
  message: fc.constantFrom(...genuine),
  leafIndex: fc.nat(40),
  how: fc.constantFrom('replace', 'append', 'prepend', 'any'),
  text: hostileText,
  value: anything,
});

test('accepts only keys, addresses and ids from any feed, or nothing', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const state = fresh();
      for (const one of changes) {
        const before = JSON.stringify(state.toFile());
        let line: string;
        try {
          line = signDocument('feed', signer, mutate(one));
        } catch {
          continue; // JSON cannot express it.
        }
        const received = state.receive(line, 1_000);
        if (!received.ok) expect(JSON.stringify(state.toFile())).toBe(before);
        else taken += 1;
      }
      const file = state.toFile();
      // The saved state can be read again: no line of the control plane prevents a start.
      expect(new FeedState('gw', feedFile.parse(JSON.parse(JSON.stringify(file)))).toFile()).toEqual(file);
      for (const peer of desiredPeers(new LeaseTable(), state.grants).all()) {
        expect(peer.publicKey).toMatch(/^[A-Za-z0-9+/]{43}=$/);
        expect(peer.allowedIps.join(' ')).toMatch(
          /^100\.(9[6-9]|1[01]\d|12[0-7])\.\d{1,3}\.\d{1,3}\/32 fd00:c0:e7::[0-9a-f:]{1,9}\/128$/,
        );
      }
      for (const { id, ...rest } of state.grants.all()) {
        expect(id).toMatch(/^[0-9a-f-]{36}$/i);
        if ('sub' in rest) expect(rest.sub).toMatch(/^[A-Za-z0-9_-]{22}$/);
        if ('username' in rest) expect(rest.username).toMatch(/^[a-z0-9]{6,32}$/);
        if ('usernameTemplate' in rest) expect(rest.host).toMatch(/^[A-Za-z0-9.:-]+$/);
        if ('mac' in rest) expect(rest.mac).toMatch(/^[A-Za-z0-9_-]{43}$/);
      }
      expect(revocationLines(file.revocations)).toMatch(/^([A-Za-z0-9_-]{22} (\*|\d{1,3}) -?\d+\n?)*$/);
      const secretsText = Object.values(state.openvpn ?? {}).join('');
      expect(secretsText).toMatch(/^[A-Za-z0-9_-]*$/);
    }),
    { numRuns: 600 },
  );
  // Some changed messages are still valid.
  expect(taken).toBeGreaterThan(10);
});
