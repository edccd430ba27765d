import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { sendRaw } from './black-box.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

test('4.1.3: links in emails lead to the dashboard for any host, scheme or origin of a request', async () => {
  const { email } = await makeUser(under);
  const body = JSON.stringify({ email });
  const signUp = JSON.stringify({ email: 'poisoned@example.com', password: 'a new and better password' });
  const lies = [
    'Host: evil.example',
    'Host: api.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: javascript',
    'Host: api.example\r\nForwarded: host=evil.example;proto=http\r\nX-Host: evil.example',
    'Host: api.example\r\nX-Original-URL: //evil.example/\r\nX-Rewrite-URL: //evil.example/\r\nOrigin: https://evil.example\r\nReferer: https://evil.example/',
    'Host: dashboard.example:evil@evil.example',
  ];
  const post = (path: string, lie: string, content: string) =>
    sendRaw(
      under.baseUrl,
      `POST ${path} HTTP/1.1\r\n${lie}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${content.length}\r\n\r\n${content}`,
    );
  for (const lie of lies) {
    const responses = [
      await post(api.requestPasswordReset.path, lie, body),
      await post(api.signUp.path, lie, signUp),
    ];
    for (const { status, head, body: text } of responses) {
      expect(status).toBeLessThan(500);
      expect(`${head}${text}`).not.toContain('evil.example');
    }
  }
  await under.jobs.runPending();
  const emails = [...under.jobs.emailsTo(email), ...under.jobs.emailsTo('poisoned@example.com')];
  expect(emails.length).toBeGreaterThan(5);
  for (const email of emails) {
    expect(JSON.stringify(email)).not.toContain('evil');
    if (email.action !== undefined)
      expect(new URL(email.action.url).origin).toBe('https://dashboard.example');
  }
});
