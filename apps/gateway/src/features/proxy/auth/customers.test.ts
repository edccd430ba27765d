import { credentialKey, credentialMac, credentialVerifier } from '@comet/admission';
import { expect, test } from 'vitest';
import { Customers } from './customers.ts';
import { sharedAddresses } from '../egress/destination-guard.ts';
import type { ProxyCustomer } from '../proxy-messages.ts';

const pepper = Buffer.alloc(32, 7);
const grant = (id: string, more: Partial<ProxyCustomer> = {}): ProxyCustomer => ({
  id,
  username: `user${id}0`,
  mac: credentialMac(pepper, `user${id}0`, 'pass'),
  addresses: [],
  proven: [],
  quotaAccount: null,
  route: { kind: 'pool' },
  limits: { connections: 2, bytesPerSecond: null },
  ...more,
});

function customersWith(...grants: ProxyCustomer[]): Customers {
  const customers = new Customers();
  customers.replaceAll(pepper.toString('base64url'), grants);
  return customers;
}

const named = (username: string, password: string) => ({ username, password });

test('identifies a customer by user name and password, with any parameters after the name', () => {
  const customers = customersWith(grant('10'));
  expect(customers.identify(named('user100-country-us', 'pass'), '9.9.9.9')).toMatchObject({ ok: true });
  for (const wrong of [named('user100', 'other'), named('nobody', 'pass'), named('', '')])
    expect(customers.identify(wrong, '9.9.9.9')).toEqual({ ok: false, error: 'bad_credentials' });
});

test('rejects a previously valid password after a change', () => {
  const customers = customersWith(grant('10'));
  for (let turn = 0; turn < 2; turn += 1)
    expect(customers.identify(named('user100', 'pass'), '9.9.9.9')).toMatchObject({ ok: true });
  customers.put(grant('10', { mac: credentialMac(pepper, 'user100', 'new') }));
  expect(customers.identify(named('user100', 'pass'), '9.9.9.9')).toMatchObject({ ok: false });
  expect(customers.identify(named('user100', 'new'), '9.9.9.9')).toMatchObject({ ok: true });
  customers.replaceAll(Buffer.alloc(32, 8).toString('base64url'), [grant('10')]);
  expect(customers.identify(named('user100', 'pass'), '9.9.9.9')).toMatchObject({ ok: false });
});

test('needs no password from a listed address, and no user name if only one user lists it', () => {
  const listed = { addresses: ['9.9.9.9', '2606:4700:0::1'] };
  const customers = customersWith(grant('10', listed), grant('11'));
  for (const address of ['9.9.9.9', '::ffff:9.9.9.9', '2606:4700::1']) {
    expect(customers.identify(null, address)).toMatchObject({ ok: true });
    expect(customers.identify(named('user100', ''), address)).toMatchObject({ ok: true });
    expect(customers.identify(named('user110', ''), address)).toMatchObject({ ok: false });
  }
  expect(customers.identify(null, '9.9.9.8')).toEqual({ ok: false, error: 'credentials_required' });
  customers.put(grant('11', listed));
  expect(customers.identify(null, '9.9.9.9')).toMatchObject({ ok: false });
  expect(customers.identify(named('user110', ''), '9.9.9.9')).toMatchObject({ ok: true });
});

test('needs a password from a listed address that many customers share, but not from a dedicated one', () => {
  const addresses = ['9.9.9.9', '9.9.9.10', '9.9.8.1'];
  const customers = customersWith(grant('10', { addresses, proven: addresses }));
  customers.isShared = sharedAddresses([
    { network: '9.9.9.0/24' },
    { network: '9.9.9.10/32', dedicated: true },
  ]);
  for (const address of ['9.9.9.9', '::ffff:9.9.9.9']) {
    expect(customers.identify(null, address)).toEqual({ ok: false, error: 'credentials_required' });
    expect(customers.identify(named('user100', ''), address)).toMatchObject({ ok: false });
    expect(customers.identify(named('user100', 'pass'), address)).toMatchObject({ ok: true });
  }
  for (const address of ['9.9.9.10', '9.9.8.1'])
    expect(customers.identify(null, address)).toMatchObject({ ok: true });
});

test('an address that several users list belongs to the one verified there, by the account or by the password', () => {
  const [at, listed] = ['9.9.9.9', { addresses: ['9.9.9.9'] }];
  const seen = grant('10', { ...listed, proven: ['9.9.9.9'] });
  const customers = customersWith(seen, grant('11', listed));
  const whose = () => {
    const found = customers.identify(null, at);
    return found.ok ? found.value.grant.id : found.error;
  };
  expect(whose()).toBe('10');
  customers.put(grant('10', listed));
  expect(whose()).toBe('credentials_required');
  for (const password of ['', 'wrong'])
    expect(customers.identify(named('user110', password), at)).toMatchObject({ ok: true });
  expect(whose()).toBe('credentials_required');
  customers.identify(named('user110', 'pass'), '8.8.8.8');
  expect(whose()).toBe('credentials_required');
  customers.identify(named('user110', 'pass'), at);
  expect(whose()).toBe('11');
  customers.put(seen);
  expect(whose()).toBe('credentials_required');
  customers.put(grant('11', { ...listed, mac: 'another' }));
  expect(whose()).toBe('10');
});

test('ends all connections when an address is removed from the list, but not when addresses are added or reordered', () => {
  const customers = customersWith(grant('10', { addresses: ['203.0.113.7', '203.0.113.8'] }));
  const found = customers.identify(null, '203.0.113.7');
  if (!found.ok) throw new Error('unknown customer');
  let ended = 0;
  found.value.open.add({ destroy: () => (ended += 1) });
  customers.put(grant('10', { addresses: ['203.0.113.9', '::ffff:203.0.113.8', '203.0.113.7'] }));
  expect(ended).toBe(0);
  customers.put(grant('10', { addresses: ['203.0.113.8', '203.0.113.9'] }));
  expect([ended, customers.identify(null, '203.0.113.7').ok]).toEqual([1, false]);
});

test('ends all connections when the grant is removed, and when the password changes', () => {
  const customers = customersWith(grant('10'));
  const found = customers.identify(named('user100', 'pass'), '9.9.9.9');
  if (!found.ok) throw new Error('unknown customer');
  let ended = 0;
  found.value.open.add({ destroy: () => (ended += 1) });
  customers.put(grant('10', { limits: { connections: 1, bytesPerSecond: 5 } }));
  expect([ended, found.value.isFull]).toEqual([0, true]);
  customers.put(grant('10', { mac: 'another' }));
  expect(ended).toBe(1);
  customers.remove('10');
  expect(ended).toBe(2);
  expect(customers.identify(named('user100', 'pass'), '9.9.9.9')).toMatchObject({ ok: false });
});

test('a grant with a known user name replaces the earlier one, and connections stay', () => {
  const quotaAccounts = { recalled: [] as string[], limited: [] as unknown[] };
  const customers = new Customers({
    recall: (id) => void quotaAccounts.recalled.push(id),
    limit: (id, limits) => void quotaAccounts.limited.push([id, limits]),
  });
  const before = grant('10', { quotaAccount: 'p' });
  customers.replaceAll(pepper.toString('base64url'), [before]);
  const found = customers.identify(named('user100', 'pass'), '9.9.9.9');
  if (!found.ok) throw new Error(found.error);
  let ended = 0;
  found.value.open.add({ destroy: () => (ended += 1) });
  const quotaLeaseLimits = [{ slice: 's', bytes: 7 }];
  customers.put({ ...before, id: 'after', quotaLeaseLimits });
  customers.remove('10');
  expect(customers.identify(named('user100', 'pass'), '9.9.9.9')).toEqual(found);
  expect([ended, quotaAccounts.recalled, quotaAccounts.limited.at(-1)]).toEqual([
    0,
    [],
    ['p', quotaLeaseLimits],
  ]);
  // The same with a full replacement.
  customers.replaceAll(pepper.toString('base64url'), [{ ...before, id: 'later' }]);
  expect([ended, [...customers.all()]]).toEqual([0, [found.value]]);
  // A new password ends the connections, and returns their quota.
  customers.put({ ...before, id: 'last', mac: credentialMac(pepper, 'user100', 'new') });
  expect([ended, quotaAccounts.recalled]).toEqual([1, ['p']]);
  customers.remove('last');
  expect([...customers.all()]).toEqual([]);
});

test('a verifier that replaces a MAC of the same password is verified at once', () => {
  const customers = customersWith(grant('10'));
  expect(customers.identify(named('user100', 'pass'), '9.9.9.9')).toMatchObject({ ok: true });
  const { mac: _, ...rest } = grant('shared', { username: 'user100' });
  customers.put({ ...rest, verifier: credentialVerifier(credentialKey('user100', 'pass')) });
  for (let turn = 0; turn < 2; turn += 1)
    expect(customers.identify(named('user100', 'pass'), '9.9.9.9')).toMatchObject({ ok: true });
  expect(customers.identify(named('user100', 'other'), '9.9.9.9')).toMatchObject({ ok: false });
});
