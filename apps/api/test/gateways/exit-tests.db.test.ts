import { api } from '@comet/contract';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeGateway, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { codeOf } from '../residential/services-fixture.ts';

let under: ApiUnderTest;
let proxy: Server;
let says = '{"address":"198.51.100.7"}';
const requests: string[] = [];
beforeAll(async () => {
  under = await startApi();
  proxy = createServer(({ url, headers }, response) => {
    const basic = Buffer.from(headers['proxy-authorization']?.slice(6) ?? '', 'base64').toString();
    requests.push(`${url} ${basic}`);
    response.end(says);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  proxy.close();
  await under.stop();
});

test('tests an exit by a request through the proxy as a user of the account', async () => {
  const [user, poor] = [await makePaidUser(under), await makeUser(under)];
  const testExit = (by: TestUser = user) =>
    under.call(api.testExit, { body: { country: 'US', city: 'nyc' } }, by);
  expect(codeOf(await testExit(poor))).toBe('subscription_required');
  expect(codeOf(await testExit())).toBe('proxy_user_required');
  const added = await under.call(api.addProxyUser, { body: { name: 'Crawler', limitBytes: null } }, user);
  const { username, password } = (added.json as { user: { username: string; password: string } }).user;
  expect(codeOf(await testExit())).toBe('exit_unavailable');
  const gateway = await makeGateway(under);
  const httpPort = (proxy.address() as AddressInfo).port;
  const report = { version: '1', peers: 0, loadPercent: 1, proxy: { httpPort, socksPort: 1080 } };
  await under.call(api.reportHealth, { body: report }, gateway);
  await under.dependencies.db
    .updateTable('gateways')
    .set({ ipv4: '127.0.0.1' })
    .where('id', '=', gateway.id)
    .execute();
  expect((await testExit()).json).toMatchObject({ address: '198.51.100.7', country: 'US', city: 'nyc' });
  expect(requests.at(-1)).toBe(
    `http://127.0.0.1:4800/api/v1/caller-address ${username}-country-us-city-nyc:${password}`,
  );
  for (const hostile of ['', '{}', '{"address":"<script>"}', '[]', 'null', 'x'.repeat(9000)]) {
    says = hostile;
    expect(codeOf(await testExit())).toBe('exit_unavailable');
  }
});
