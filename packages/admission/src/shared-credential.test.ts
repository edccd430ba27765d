import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDeviceLogin, issueDeviceLogin, readDeviceLogin } from './openvpn-login.ts';
import { credentialKey, credentialRevocationKey, credentialVerifier } from './shared-credential.ts';
import { subjectWith } from './subject.ts';

const word = fc.string({ minLength: 26, maxLength: 26, unit: fc.constantFrom('a', 'b', 'c', '2', '3') });
const uuid = fc.uuid();

test('a key, its verifier and its revocation keys differ for every credential and grant', () => {
  const pair = fc.record({ username: word, password: word });
  fc.assert(
    fc.property(pair, pair, uuid, uuid, (one, other, grant, otherGrant) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other) && grant !== otherGrant);
      const keys = [one, other].map(({ username, password }) => credentialKey(username, password));
      const all = keys.flatMap((key) => [
        key,
        credentialVerifier(key),
        ...[grant, otherGrant].map((id) => credentialRevocationKey(key, id)),
      ]);
      expect(new Set(all).size).toBe(all.length);
      for (const value of all) expect(value).toMatch(/^[\w-]{43}$/);
    }),
  );
});

test('a boundary between user name and password is part of the key', () => {
  expect(credentialKey('ab', 'c')).not.toBe(credentialKey('a', 'bc'));
});

/** Every value that follows from those that two gateways have, by the derivations of the protocol. */
function closure(values: readonly string[], names: readonly string[]): Set<string> {
  const found = new Set(values);
  for (const value of values) {
    found.add(credentialVerifier(value));
    for (const name of names) {
      found.add(credentialRevocationKey(value, name));
      found.add(subjectWith(value, name));
      found.add(credentialKey(value, name));
    }
  }
  return found;
}

test('two gateways cannot link the pseudonyms of a credential by the verifiers and grants that both have', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ username: word, password: word, grant: uuid }), { minLength: 2, maxLength: 6 }),
      uuid,
      uuid,
      (credentials, gateway, otherGateway) => {
        fc.pre(gateway !== otherGateway);
        fc.pre(new Set(credentials.map(({ username }) => username)).size === credentials.length);
        const keys = credentials.map(({ username, password }) => credentialKey(username, password));
        const verifiers = keys.map(credentialVerifier);
        const revocationKeys = keys.map((key, at) =>
          credentialRevocationKey(key, credentials[at]?.grant ?? ''),
        );
        const subjectsAt = (place: string) => revocationKeys.map((key) => subjectWith(key, place));
        const grants = credentials.map(({ grant }) => grant);
        const names = [gateway, otherGateway, ...grants];
        const [here, there] = [subjectsAt(gateway), subjectsAt(otherGateway)];
        // From what one gateway has, with all sessions, the other's pseudonyms do not follow.
        const known = closure([...verifiers, ...grants, ...here], names);
        for (const subject of there) expect(known).not.toContain(subject);
        // From the lists alone no pseudonym follows, so a session cannot be assigned to a verifier.
        const listed = closure([...verifiers, ...grants], names);
        for (const subject of [...here, ...there]) expect(listed).not.toContain(subject);
        // A disclosed revocation key gives the pseudonyms of its grant, and none of another or of the restored one.
        const [disclosed = '', ...others] = revocationKeys;
        const revealed = closure([disclosed, ...verifiers], names);
        expect(revealed).toContain(here[0]);
        for (const other of others) expect(revealed).not.toContain(subjectWith(other, gateway));
        const restored = credentialRevocationKey(keys[0] ?? '', otherGateway);
        expect(revealed).not.toContain(subjectWith(restored, gateway));
      },
    ),
    { numRuns: 30 },
  );
});

test('a login of a device is verified by its gateway only, and contains its claims', () => {
  const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const sub = fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .map((bytes) => Buffer.from(bytes).toString('base64url'));
  const claims = fc.record({
    sub,
    slot: fc.integer({ min: 0, max: 255 }),
    issuedAt: fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }),
  });
  fc.assert(
    fc.property(secret, secret, claims, claims, (pepper, otherPepper, one, other) => {
      fc.pre(!Buffer.from(pepper).equals(Buffer.from(otherPepper)) && one.sub !== other.sub);
      const login = issueDeviceLogin(pepper, one);
      expect(readDeviceLogin(login.username)).toEqual(one);
      expect(checkDeviceLogin(pepper, login)).toBe(true);
      expect(checkDeviceLogin(otherPepper, login)).toBe(false);
      expect(checkDeviceLogin(pepper, { ...login, username: issueDeviceLogin(pepper, other).username })).toBe(
        false,
      );
    }),
  );
  expect(readDeviceLogin(`${'a'.repeat(22)}-256-1000000000`)).toBeNull();
  expect(readDeviceLogin('3f1b7c52-9a4e-4c1d-8a55-0d6e2f7b9c10-1-1000000000')).toBeNull();
});
