import { ApiError, type Client, NetworkError } from '@comet/client';
import { api } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import type { LogEntry } from '@comet/foundation/log';
import type { StateFile } from '@comet/foundation/state-file';
import { expect, test } from 'vitest';
import { maintainCredential } from './maintain-credential.ts';
import type { Membership } from './membership.store.ts';

const dayMs = 24 * 3_600_000;
const start = new Date('2026-11-25T00:00:00Z');

/** Runs an exit for a number of days of a manual clock, with a control plane whose credentials are valid for ninety days. */
function running(before: Partial<Membership>) {
  const clock = manualClock(start);
  const around = {
    fail: null as Error | null,
    /** Called before the control plane responds. */
    meanwhile: () => undefined as void,
    renewedOn: [] as number[],
    logged: [] as unknown[],
    /** The last used credential. */
    inForce: 'first',
    /** Number of reads of the file that fail first. */
    unreadable: 0,
    held: {
      ...{ version: 1, exitId: '00000000-0000-4000-8000-000000000001', credential: 'first' },
      ...{ credentialKey: null, credentialExpiresAt: null, wireguardPrivateKey: 'w' },
      consent: { version: 1, name: 'Ada', at: start.toISOString() },
      ...before,
    } as Membership | null,
  };
  const file: StateFile<Membership> = {
    read: () =>
      around.unreadable > 0
        ? Promise.reject(new Error(`unreadable ${String(around.unreadable--)}`))
        : Promise.resolve(around.held),
    write(given) {
      around.held = given;
      return Promise.resolve();
    },
    remove: () => Promise.resolve(),
    version: () => Promise.resolve(null),
  };
  const client: Client = {
    call(endpoint) {
      if (endpoint.path === api.showExit.path) {
        around.inForce = around.held?.credential ?? '';
        return Promise.resolve({} as never);
      }
      expect(endpoint).toBe(api.renewExitCredential);
      if (around.fail !== null) return Promise.reject(around.fail);
      around.meanwhile();
      around.renewedOn.push((clock.now().getTime() - start.getTime()) / dayMs);
      const expiresAt = new Date(clock.now().getTime() + 90 * dayMs).toISOString();
      return Promise.resolve({ credential: `of ${around.renewedOn.length}`, expiresAt } as never);
    },
  };
  const run = async (days: number) => {
    const stop = new AbortController();
    const until = clock.now().getTime() + days * dayMs;
    const sleep = (milliseconds: number) => {
      clock.advance(milliseconds);
      if (clock.now().getTime() >= until) stop.abort();
      return Promise.resolve();
    };
    const log = { error: (...[fields]: LogEntry) => void around.logged.push(fields) };
    await maintainCredential({ client, clock, file, sleep, log }, stop.signal);
  };
  return { around, run };
}

test('an exit that joined before proofs existed gets a key-bound credential at its start', async () => {
  const { around, run } = running({});
  await run(1);
  expect(around.renewedOn).toEqual([0]);
  expect(around.held).toMatchObject({ credential: 'of 1', exitId: '00000000-0000-4000-8000-000000000001' });
  expect(around.held?.credentialKey).toContain('PRIVATE KEY');
  // Its first use invalidates the previous one.
  expect(around.inForce).toBe('of 1');
});

test('renews a credential a month before its expiry, with a new key each time', async () => {
  const expiresAt = new Date(start.getTime() + 90 * dayMs).toISOString();
  const { around, run } = running({ credentialKey: 'of before', credentialExpiresAt: expiresAt });
  await run(59);
  expect(around.held?.credentialKey).toBe('of before');
  await run(2);
  expect(around.renewedOn).toEqual([60]);
  const key = around.held?.credentialKey;
  await run(61);
  expect(around.renewedOn).toHaveLength(2);
  expect(around.held?.credentialKey).not.toBe(key);
});

test.each([
  ['an unreachable control plane', new NetworkError('away')],
  [
    'a control plane of the previous release without this endpoint',
    new ApiError(404, { code: 'not_found', message: '', rules: [] }, null),
  ],
])('%s: the credential is kept and the renewal is retried within the hour', async (_, failure) => {
  const { around, run } = running({});
  around.fail = failure;
  await run(1);
  expect([around.held?.credential, around.logged]).toEqual(['first', []]);
  around.fail = null;
  await run(1 / 24);
  expect(around.held?.credential).toBe('of 1');
});

test('a membership that the owner withdraws during a renewal is not restored', async () => {
  const { around, run } = running({});
  around.meanwhile = () => {
    around.held = null;
  };
  await run(1);
  expect(around.held).toBeNull();
});

test('reports a membership file that cannot be read, and retries', async () => {
  const { around, run } = running({});
  around.unreadable = 2;
  await run(1);
  expect(around.logged).toEqual([{ reason: 'unreadable 2' }, { reason: 'unreadable 1' }]);
  expect(around.held?.credential).toBe('of 1');
});
