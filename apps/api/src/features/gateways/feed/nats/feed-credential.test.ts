import { decode, type User } from '@nats-io/jwt';
import { createAccount, createUser } from '@nats-io/nkeys';
import { expect, test } from 'vitest';
import { issueCredential } from './feed-credential.ts';

const account = createAccount();
const seed = Buffer.from(account.getSeed()).toString();
const now = new Date('2026-11-29T12:00:00.000Z');

test('names the subjects of its gateway only, and expires after half a day', async () => {
  const publicKey = createUser().getPublicKey();
  const claims = decode<User>((await issueCredential(seed, 'gw-1', { publicKey, now })) ?? '');
  expect(claims).toMatchObject({ sub: publicKey, iss: account.getPublicKey() });
  expect(claims.exp).toBe(now.getTime() / 1000 + 12 * 3600);
  const { pub, sub } = claims.nats;
  const allowed = [...(pub?.allow ?? []), ...(sub?.allow ?? [])];
  expect(allowed).toHaveLength(6);
  for (const subject of allowed) expect(subject).toMatch(/gw-1(\.>)?$/);
});

test('refuses a key whose checksum is wrong', async () => {
  expect(await issueCredential(seed, 'gw-1', { publicKey: `U${'A'.repeat(55)}`, now })).toBeNull();
});
