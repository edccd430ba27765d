import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { api } from '@comet/contract';
import { wireRequest, type TestCredentials } from '@comet/testing';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';

const password = 'correct horse battery staple';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => under.stop());

const requestExport = (caller: TestCredentials) => under.call(api.exportData, { body: { password } }, caller);

/** A user with four attachments of 4 MB. */
async function userWithFiles(): Promise<TestUser> {
  const user = await makeUser(under);
  for (let index = 0; index < 4; index += 1) {
    const content = randomBytes(4_000_000);
    content.set(Buffer.from('%PDF-1.7\n'));
    const attachments = [{ name: `${index}.pdf`, content: content.toString('base64') }];
    const sent = await under.call(api.sendSupportMessage, { body: { text: 'See it', attachments } }, user);
    expect(sent.status).toBe(201);
  }
  return user;
}

/** Requests an export and does not read the response's body. */
async function exportUnread(caller: TestCredentials): Promise<IncomingMessage> {
  const { method, path, headers, body } = wireRequest(api.exportData, { body: { password } }, caller);
  const sent = request(`${under.baseUrl}${path}`, { method, headers, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

/** Signs in with another device id. */
async function onOtherDevice(user: TestUser): Promise<TestCredentials> {
  const deviceId = `other-${randomBytes(8).toString('hex')}`;
  const { json } = await under.call(api.logIn, { body: { email: user.email, password } }, { deviceId });
  return { deviceId, token: (json as { access_token: string }).access_token };
}

test('an account has one archive at a time, until the client has received it or is too slow', async () => {
  const user = await userWithFiles();
  const other = await onOtherDevice(user);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const unread = await exportUnread(user);
  expect(unread.statusCode).toBe(200);
  const refused = await requestExport(other);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  expect((await requestExport(await makeUser(under))).status).toBe(200);
  const ended = once(unread, 'error');
  vi.advanceTimersByTime(30_000 + 20_000_000 / 50);
  unread.resume();
  expect(await ended).toMatchObject([{ code: 'ECONNRESET' }]);
  const { status, bytes } = await requestExport(other);
  expect(status).toBe(200);
  const files = unzipSync(bytes)['files-sent-to-support.json'] ?? new Uint8Array();
  expect(JSON.parse(strFromU8(files))).toHaveLength(4);
});

test('an account gets ten archives a day, from all its devices', async () => {
  const user = await makeUser(under);
  const other = await onOtherDevice(user);
  for (let index = 0; index < 10; index += 1)
    expect((await requestExport(index % 2 === 0 ? user : other)).status).toBe(200);
  expect([(await requestExport(user)).status, (await requestExport(other)).status]).toEqual([429, 429]);
  under.clock.advance(24 * 3600 * 1000);
  expect((await requestExport(user)).status).toBe(200);
});
