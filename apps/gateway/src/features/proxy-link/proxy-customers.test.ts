import { credentialKey, credentialVerifier } from '@comet/admission';
import type { ProxyGrant, ProxyUserGrant } from '@comet/contract';
import { expect, test } from 'vitest';
import { ProxyCustomers } from './proxy-customers.ts';

const verifier = credentialVerifier(credentialKey('user10', 'word'));
const common = {
  ...{ username: 'user10', addresses: ['203.0.113.7'], proven: [] },
  limits: { connections: 5, bytesPerSecond: null },
};
const shared = (id: string, more: Partial<ProxyUserGrant> = {}): ProxyUserGrant => ({
  ...{ kind: 'proxyuser', id, verifier },
  ...common,
  ...more,
});
const own: ProxyGrant = {
  ...{ kind: 'proxy', id: 'own', sub: 's'.repeat(22), mac: 'm'.repeat(43), purse: 'account' },
  ...common,
  route: { kind: 'pool' },
};

test('a user of all gateways has a quota account of this gateway, which stays the same until the password changes', () => {
  const customers = new ProxyCustomers('g1');
  const [first] = customers.replaceAll([shared('one')]);
  expect(first).toEqual({
    ...{ id: 'one', verifier, route: { kind: 'pool' } },
    ...common,
    quotaAccount: expect.any(String) as unknown,
  });
  const quotaAccount = first?.quotaAccount ?? '';
  expect(customers.quotaNameOf(quotaAccount)).toBe('one');
  const second = customers.put(shared('two', { addresses: [], sliceLimits: [{ slice: 's', bytes: 7 }] }));
  expect(second).toMatchObject({ quotaAccount, quotaLeaseLimits: [{ slice: 's', bytes: 7 }] });
  customers.remove(shared('one'));
  expect(customers.quotaNameOf(quotaAccount)).toBe('two');
  const renewed = credentialVerifier(credentialKey('user10', 'new'));
  expect(customers.put(shared('three', { verifier: renewed }))?.quotaAccount).not.toBe(quotaAccount);
  const elsewhere = new ProxyCustomers('g2').replaceAll([shared('one')]);
  expect(elsewhere[0]?.quotaAccount).not.toBe(quotaAccount);
});

test('a user of all gateways replaces the own grant of the same user name, in any order, until it is withdrawn', () => {
  for (const grants of [
    [own, shared('one')],
    [shared('one'), own],
  ]) {
    const customers = new ProxyCustomers('g1');
    expect(customers.replaceAll(grants).map(({ id }) => id)).toEqual(['one']);
    expect(customers.put(own)).toBeNull();
    customers.remove(shared('one'));
    expect(customers.put(own)).toMatchObject({ id: 'own', mac: own.mac, quotaAccount: 'account' });
  }
});
