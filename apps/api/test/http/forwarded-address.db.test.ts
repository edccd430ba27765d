import { api } from '@comet/contract';
import { send, wireRequest } from '@comet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { startReplica } from '../database/replica.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

describe('X-Forwarded-For', () => {
  /** The source address that the API assigns to a request, as shown to the user who approves the device. */
  async function sourceSeenBy(baseUrl: string, forwarded: string | null): Promise<string> {
    const body = { deviceName: 'Probe', platform: 'linux' } as const;
    const { headers, ...request } = wireRequest(api.startDeviceAuthorization, { body }, {});
    const claim: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
    const started = await send(baseUrl, { ...request, headers: { ...headers, ...claim } });
    const { user_code: userCode } = started.json as { user_code: string };
    const row = await under.dependencies.db
      .selectFrom('deviceAuthorizations')
      .select('address')
      .where('userCode', '=', userCode.replace('-', ''))
      .executeTakeFirstOrThrow();
    return row.address;
  }

  test('is used from a trusted proxy, as far as that proxy wrote it', async () => {
    for (const [forwarded, address] of [
      ['203.0.113.7', '203.0.113.7'],
      ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
      ['127.0.0.1, 203.0.113.7', '203.0.113.7'],
      ['203.0.113.7:4711', '203.0.113.7'],
      ['2001:DB8::0:1', '2001:db8::1'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
    ] as const) {
      expect(await sourceSeenBy(under.baseUrl, forwarded)).toBe(address);
    }
  });

  test('is ignored if it contains no address: the source is the proxy itself', async () => {
    for (const forwarded of [
      'garbage',
      '203.0.113.7, garbage',
      '999.999.1.1',
      '<script>',
      'unknown',
      ',',
      null,
    ]) {
      expect(await sourceSeenBy(under.baseUrl, forwarded)).toBe('127.0.0.1');
    }
  });

  test('is ignored from other peers', async () => {
    const bare = await startReplica(under, []);
    const elsewhere = await startReplica(under, ['203.0.113.0/24']);
    try {
      for (const { baseUrl } of [bare, elsewhere]) {
        expect(await sourceSeenBy(baseUrl, '198.51.100.9')).toBe('127.0.0.1');
        expect(await sourceSeenBy(baseUrl, '127.0.0.1, 198.51.100.9')).toBe('127.0.0.1');
      }
    } finally {
      await bare.stop();
      await elsewhere.stop();
    }
  });

  test('is followed from the last entry through trusted proxies only', async () => {
    const chained = await startReplica(under, ['127.0.0.1', '10.0.0.0/8', '2001:db8:ffff::/48']);
    try {
      for (const [forwarded, address] of [
        ['203.0.113.7, 10.0.0.5', '203.0.113.7'],
        ['198.51.100.1, 203.0.113.7, 10.0.0.5, 10.1.1.1', '203.0.113.7'],
        ['10.9.9.9, 203.0.113.7, 10.0.0.5', '203.0.113.7'],
        ['203.0.113.7, 2001:db8:ffff::1', '203.0.113.7'],
      ] as const) {
        expect(await sourceSeenBy(chained.baseUrl, forwarded)).toBe(address);
      }
    } finally {
      await chained.stop();
    }
  });
});
