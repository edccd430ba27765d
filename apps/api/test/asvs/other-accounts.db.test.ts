import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { makeSubject, type Subject } from '../operator/refusal-subject.ts';
import { codeOf, attempt, parametersOf } from './black-box.ts';
import { ownedRowsOf, endpoints, example, post } from './every-endpoint.ts';

let under: ApiUnderTest;
let subject: Subject;
beforeAll(async () => {
  under = await startApi();
  subject = await makeSubject(under);
});
afterAll(() => under.stop());

test('8.2.1: every endpoint that is not public refuses other callers', async () => {
  for (const [name, endpoint] of endpoints) {
    if (endpoint.caller === 'anyone') continue;
    const wrong = endpoint.caller === 'user' ? subject.gateway : subject.owner;
    for (const speaker of [{}, { token: 'A'.repeat(43) }, wrong]) {
      expect({ name, code: codeOf(await attempt(under, endpoint, speaker)) }).toEqual({
        name,
        code: 'unauthorized',
      });
    }
  }
});

/** Gateways belong to no account: their ids are in every customer's server list. */
const namesAGateway = new Set(['showOpenvpnProfile', 'issueOpenvpnLogin']);

test('8.2.2: every id in a path is unknown to a second account, like a nonexistent one', async () => {
  const before = await ownedRowsOf(under.dependencies, subject.owner.id);
  const withIds = endpoints.filter(
    ([name, endpoint]) => parametersOf(endpoint).includes('id') && !namesAGateway.has(name),
  );
  expect(withIds.length).toBeGreaterThan(5);
  for (const [name, endpoint] of withIds) {
    // Each must exist for the owner, or the test would prove nothing.
    const request = example(subject, name, subject.stranger);
    const owned = subject.ownersIds.find((id) => request.path.includes(id));
    expect({ name, owned: owned !== undefined }).toEqual({ name, owned: true });
    const foreign = await post(under, request);
    const path = request.path.replace(owned ?? '', crypto.randomUUID());
    const unknown = await post(under, { ...request, path });
    expect({ name, status: foreign.status, text: foreign.text }).toEqual({
      name,
      status: 404,
      text: unknown.text,
    });
    expect(endpoint.caller).toBe('user');
  }
  expect(await ownedRowsOf(under.dependencies, subject.owner.id)).toBe(before);
});

test('8.2.2: every id in a body is unknown to a second account', async () => {
  const withIds = endpoints.filter(([name]) =>
    subject.ownersIds.some((id) => (example(subject, name).body ?? '').includes(id)),
  );
  expect(withIds.map(([name]) => name)).toContain('issueTicket');
  for (const [name] of withIds) {
    const { status } = await post(under, example(subject, name, subject.stranger));
    expect({ name, status }).toEqual({ name, status: 404 });
  }
});
