import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { api as contract } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import { freePort } from '@comet/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, keyOf } from '../platform/control-plane/api.fake.ts';
import { localProxies } from './local-proxies.ts';
import { type ProxyAccessStore, proxyAccess } from './proxy-access.ts';
import { rewriteHead } from './local-proxies.ts';

const port = await freePort();
const proxy = { port, country: 'US', mode: 'sticky', session: 'abcdef012345' } as const;
const stickyName = 'user01-country-us-session-abcdef012345-lifetime-1440-ifgone-fail';

const { addProxyUser, listProxyUsers, showResidentialProxy, showSubscription } = contract;

/** A proxy on the internet: answers every request with its received content, and logins of SOCKS5. */
let far: Server;
const received: string[] = [];
const refusedByGateway = 'HTTP/1.1 407 No\r\nContent-Length: 3\r\nConnection: close\r\n\r\nno\n';
let reply = '';
const api = fakeApi();
/** Whether a SOCKS5 login is accepted. */
let letsIn = true;
let goodHosts: () => unknown;
let goodUsers: () => unknown;
let store: ProxyAccessStore;
/** The reported failures, and their ends. */
const troubles: (string | null)[] = [];
let proxies: ReturnType<typeof localProxies>;

beforeEach(async () => {
  received.length = 0;
  letsIn = true;
  reply = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello';
  far = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk.toString('latin1'));
      if (chunk[0] === 5 && chunk.length === 3) socket.write(Buffer.of(5, 2));
      else if (chunk[0] === 1) socket.write(Buffer.of(1, letsIn ? 0 : 1));
      else if (chunk[0] === 5) socket.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
      else if (chunk.toString().startsWith('CONNECT')) socket.write('HTTP/1.1 200 OK\r\n\r\n');
      else socket.end(reply);
    });
  });
  await once(far.listen(0, '127.0.0.1'), 'listening');
  const { port: farPort } = far.address() as AddressInfo;
  const place = { host: '127.0.0.1', httpPort: farPort, socksPort: farPort, countries: [] };
  goodHosts = () => ({ hosts: [place] });
  api.replies.set(keyOf(showResidentialProxy), goodHosts);
  const user = (username: string, enabled: boolean) => ({ username, password: 'word', enabled });
  goodUsers = () => ({ users: [user('off000', false), user('user01', true)] });
  api.replies.set(keyOf(listProxyUsers), goodUsers);
  api.replies.set(keyOf(addProxyUser), () => ({ user: user('made01', true) }));
  api.replies.set(keyOf(showSubscription), () => ({ subscription: { state: 'active' } }));
  api.refuse.clear();
  api.unreachable = false;
  api.calls.length = 0;
  troubles.length = 0;
  store = proxyAccess(api, manualClock(new Date(0)), 'Comet', () => troubles.push(store.trouble()));
  proxies = localProxies(store, () => null);
  await proxies.open(proxy);
});
afterEach(async () => {
  await proxies.close();
  far.close();
});

const stopped = () => ({ hosts: [], stopped: true });
const noPlan = () => ({ subscription: null });
const refusal = (status: number, code: string) => ({ kind: 'refused', status, code, message: '' }) as const;
function goOffline(): void {
  api.unreachable = true;
}
function allOff(): void {
  api.replies.set(keyOf(listProxyUsers), () => ({ users: [] }));
  api.refuse.set(keyOf(addProxyUser), refusal(409, 'too_many_proxy_users'));
}

/** The reason of a refusal, its status and a part of its text, and its cause. */
const absences: readonly (readonly [absence: string, status: number, words: string, happen: () => void])[] = [
  ['spending_stopped', 403, 'Contact support', () => api.replies.set(keyOf(showResidentialProxy), stopped)],
  ['subscription_required', 403, 'Choose a plan', () => api.replies.set(keyOf(showSubscription), noPlan)],
  [
    'not_signed_in',
    403,
    'Sign in',
    () => api.refuse.set(keyOf(listProxyUsers), refusal(401, 'unauthorized')),
  ],
  ['proxy_users_off', 403, 'Turn one on', allOff],
  ['api_unreachable', 503, 'is online', goOffline],
  ['proxy_refused', 503, 'Try again', () => undefined],
];

async function curl(...options: readonly string[]): Promise<string> {
  const argv = ['--silent', '--noproxy', '', '--max-time', '5', ...options, 'http://origin.example/'];
  return (await promisify(execFile)('curl', argv)).stdout;
}

function basicOf(username: string): string {
  return `Proxy-Authorization: Basic ${Buffer.from(`${username}:word`).toString('base64')}`;
}

test('a port accepts HTTP, CONNECT and SOCKS5 without a password, and requests its own exit', async () => {
  expect(await curl('--proxy', `http://127.0.0.1:${port}`)).toBe('hello');
  expect(received.at(-1)).toContain(basicOf(stickyName));
  expect(await curl('--proxytunnel', '--proxy', `http://someone:else@127.0.0.1:${port}`)).toBe('hello');
  expect(received.at(-2)).toContain(basicOf(stickyName));
  expect(received.at(-2)).not.toContain(Buffer.from('someone:else').toString('base64'));
  expect(await curl('--proxy', `socks5h://127.0.0.1:${port}`)).toBe('hello');
  expect(received.at(-3)).toContain(`${stickyName}\x04word`);
  await proxies.open({ ...proxy, mode: 'rotating', country: null });
  expect(await curl('--proxy', `http://127.0.0.1:${port}`)).toBe('hello');
  expect(received.at(-1)).toContain(basicOf('user01'));
});

test('no traffic bypasses the proxy when the API, the account or the proxy is unavailable', async () => {
  api.unreachable = true;
  expect(await curl('--proxy', `http://127.0.0.1:${port}`)).toContain('Comet can’t be reached');
  await expect(curl('--proxy', `socks5h://127.0.0.1:${port}`)).rejects.toThrow('Command failed');
  api.unreachable = false;
  expect(await curl('--proxy', `http://127.0.0.1:${port}`)).toBe('hello');
});

test.each(absences)(
  'a refused client gets the reason (%s) in our own words and never a password prompt',
  async (absence, status, words, happen) => {
    const [http, socks] = [`http://127.0.0.1:${port}`, `socks5h://127.0.0.1:${port}`];
    expect(await curl('--proxy', http)).toBe('hello');
    // The gateway rejects credentials that were valid before.
    reply = refusedByGateway;
    letsIn = false;
    happen();
    const response = await curl('--include', '--proxy', http);
    expect(response).toContain(`HTTP/1.1 ${status} `);
    expect(response).toContain(`Comet-Error: ${absence}`);
    expect(response).toContain(words);
    expect(response).not.toContain('407');
    // The SOCKS5 reply is the code that curl reports: not allowed, or a temporary failure.
    const diagnostic = status === 403 ? '(2)' : '(1)';
    await expect(curl('--show-error', '--proxy', socks)).rejects.toThrow(diagnostic);
    expect(store.trouble()).toBe(absence);
    const upload = await curl('--data-binary', 'x'.repeat(100_000), '--proxy', http);
    expect(upload).toContain(words);
    // It is reported once, and ends with the next accepted connection.
    [letsIn, reply, api.unreachable] = [true, 'HTTP/1.1 200 OK\r\n\r\nhello', false];
    api.refuse.clear();
    api.replies.set(keyOf(showResidentialProxy), goodHosts);
    api.replies.set(keyOf(listProxyUsers), goodUsers);
    expect(await curl('--proxy', http)).toBe('hello');
    expect(troubles).toEqual([absence, null]);
  },
);

test('fetches credentials once, and again after a refusal; creates a user if there is none', async () => {
  await curl('--proxy', `http://127.0.0.1:${port}`);
  await curl('--proxy', `http://127.0.0.1:${port}`);
  expect(api.calls).toEqual([keyOf(showResidentialProxy), keyOf(listProxyUsers)]);
  const right = reply;
  reply = refusedByGateway;
  api.replies.set(keyOf(listProxyUsers), () => ({ users: [] }));
  await curl('--proxy', `http://127.0.0.1:${port}`);
  reply = right;
  await curl('--proxy', `http://127.0.0.1:${port}`);
  expect(api.calls.slice(2)).toEqual([
    ...[keyOf(showResidentialProxy), keyOf(listProxyUsers), keyOf(addProxyUser)],
    keyOf(showSubscription),
  ]);
  expect(received.at(-1)).toContain(Buffer.from('made01-').toString('base64').slice(0, 8));
});

test('uses a new user once the gateway has received it', async () => {
  api.replies.set(keyOf(listProxyUsers), () => ({ users: [] }));
  [letsIn, reply] = [false, refusedByGateway];
  const request = curl('--proxy', `http://127.0.0.1:${port}`);
  await vi.waitFor(() => expect(received.filter((each) => each.startsWith('\x01'))).toHaveLength(2));
  [letsIn, reply] = [true, 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello'];
  expect(await request).toBe('hello');
  expect(troubles).toEqual([]);
});

test('each port uses the host with an exit there, a session keeps its host, and without a host the list is fetched again', async () => {
  const { port: farPort } = far.address() as AddressInfo;
  const ports = { httpPort: farPort, socksPort: farPort };
  const without = { host: '127.0.0.9', ...ports, httpPort: 9, countries: [{ country: 'DE', cities: [] }] };
  const us = { host: '127.0.0.1', ...ports, countries: [{ country: 'US', cities: ['nyc'] }] };
  let hosts = [without, us];
  api.replies.set(keyOf(showResidentialProxy), () => ({ hosts }));
  const proxyUrl = `http://127.0.0.1:${port}`;
  expect(await curl('--proxy', proxyUrl)).toBe('hello');
  // Another host comes first now, but the session began at this one.
  hosts = [
    { ...without, countries: us.countries },
    { ...us, countries: [] },
  ];
  reply = reply.replace('200 OK', '503 No');
  await curl('--proxy', proxyUrl);
  expect(await curl('--proxy', proxyUrl)).toBe('hello');
  expect(api.calls.filter((key) => key === keyOf(showResidentialProxy))).toHaveLength(2);
  reply = reply.replace('503 No', '200 OK');
  // Without a session it uses a host with exits.
  await proxies.open({ ...proxy, mode: 'rotating' });
  expect(await curl('--proxy', proxyUrl)).toContain('isn’t responding');
});

test('does not use a port of another program, and closes all connections of its own ports', async () => {
  const other = localProxies(proxyAccess(api, manualClock(new Date(0)), 'Comet'), () => null);
  expect(await other.open(proxy)).toBe(false);
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  await proxies.shut(port);
  await ended;
  expect(await other.open(proxy)).toBe(true);
  await other.close();
});

test('rejects the requests that a page in a browser can send to a port', () => {
  for (const line of [
    'GET / HTTP/1.1',
    'POST /http://a.example/ HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    '',
    'CONNECT',
  ])
    expect(rewriteHead(`${line}\r\nHost: 127.0.0.1:${port}`, 'Basic x')).toBeNull();
});
