import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('one database address is enough to start on one machine', () => {
  expect(readSettings({ DATABASE_URL: 'postgresql://x' })).toMatchObject({
    publicUrl: 'http://127.0.0.1:4800',
    dashboardUrl: 'http://127.0.0.1:4800',
    trustedProxies: [],
    paddle: { webhookSecrets: [] },
  });
});

test('lists are split, and addresses lose their last slash', () => {
  const settings = readSettings({
    DATABASE_URL: 'postgresql://x',
    DASHBOARD_URL: 'https://dash.example/',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
    PADDLE_WEBHOOK_SECRET: 'current next',
  });
  expect(settings.dashboardUrl).toBe('https://dash.example');
  expect(settings.trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8']);
  expect(settings.paddle.webhookSecrets).toEqual(['current', 'next']);
});

test('what is missing or malformed is named, all of it at once', () => {
  expect(() => readSettings({ PORT: 'eighty', LOG_LEVEL: 'loud' })).toThrow(/DATABASE_URL.*PORT.*LOG_LEVEL/);
});
