import { err, ok } from '@comet/foundation';
import { expect, test } from 'vitest';
import type { AuthenticatedClient } from '../auth/authenticated-client.ts';
import { Customer } from '../auth/customer.ts';
import { type Authenticate, planConnect, planSocksMethod, planSocksRequest } from './request-plan.ts';

const authenticatedClient: AuthenticatedClient = {
  customer: new Customer({
    ...{ id: 'g1', username: 'user', mac: '', addresses: [], proven: [], quotaAccount: null },
    ...{ route: { kind: 'pool' }, limits: { connections: 10, bytesPerSecond: null } },
  }),
  targeting: { country: null, city: null, session: null },
};
const authenticate: Authenticate = (credentials) =>
  credentials?.password === 'right' ? ok(authenticatedClient) : err('bad_credentials');

const connect = (authority: string, password: string) =>
  `CONNECT ${authority} HTTP/1.1\r\nProxy-Authorization: Basic ${btoa(`user:${password}`)}\r\n\r\n`;

test('plans a CONNECT with valid credentials as a connection to its target', () => {
  expect(planConnect(connect('example.com:443', 'right'), authenticate)).toEqual({
    ...{ kind: 'connect', authenticatedClient },
    credentials: { username: 'user', password: 'right' },
    target: { host: 'example.com', kind: 'name', port: 443 },
  });
});

test('refuses a CONNECT with wrong credentials', () => {
  const refused = { kind: 'refuse', refusal: 'bad_credentials' };
  expect(planConnect(connect('example.com:443', 'wrong'), authenticate)).toEqual(refused);
  expect(planConnect('CONNECT example.com:443 HTTP/1.1\r\n\r\n', authenticate)).toEqual(refused);
});

test('refuses a malformed CONNECT before authentication', () => {
  const neverCalled: Authenticate = () => expect.unreachable();
  const malformed = [
    connect('example.com', 'right'),
    connect('127.1:443', 'right'),
    connect('example.com:443', 'right').slice(0, -2),
  ];
  for (const text of malformed)
    expect(planConnect(text, neverCalled)).toEqual({ kind: 'refuse', refusal: 'bad_request' });
});

test('selects the password method of SOCKS5 if offered, and no authentication only for a known address', () => {
  expect(planSocksMethod([0, 2], true)).toBe(2);
  expect(planSocksMethod([0], true)).toBe(0);
  expect(planSocksMethod([0], false)).toBe(0xff);
  expect(planSocksMethod([1], true)).toBe(0xff);
});

test('plans each SOCKS5 command', () => {
  const target = { host: '192.0.2.1', port: 80 };
  expect(planSocksRequest({ command: 'connect', ...target })).toEqual({
    ...{ kind: 'connect', destination: { host: '192.0.2.1', kind: 'ipv4', port: 80 } },
  });
  expect(planSocksRequest({ command: 'udp', ...target })).toEqual({ kind: 'associate', ...target });
  expect(planSocksRequest({ command: 'other', ...target })).toEqual({
    ...{ kind: 'refuse', refusal: 'udp_unavailable' },
  });
  expect(planSocksRequest({ command: 'connect', host: '127.1', port: 80 })).toEqual({
    ...{ kind: 'refuse', refusal: 'destination_refused' },
  });
});
