import { err } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import { type RenewalParts, renewSession } from './watch-link.ts';
import type { WireguardSession } from '../../model/session.ts';

const session = {
  protocol: 'wireguard',
  gateway: gateways[0],
  publicKey: 'key',
} as unknown as WireguardSession;

/** Returns the result of a renewal whose ticket is refused with a reason. */
function renewed(reason: BlockReason) {
  const parts = {
    keys: { current: () => ({ publicKey: 'key' }), isDue: () => false },
    tickets: { fetch: () => Promise.resolve(err(reason)) },
  } as unknown as RenewalParts;
  return renewSession(parts, session, { key: 'state', signal: new AbortController().signal });
}

test.each(['api_unreachable', 'location_unavailable', 'not_signed_in'] as const)(
  'a session continues while the renewal only fails with %s',
  async (reason) => {
    expect(await renewed(reason)).toBeNull();
  },
);

test.each(['subscription_required', 'device_removed', 'authentication_failed'] as const)(
  'a session ends with %s',
  async (reason) => {
    expect(await renewed(reason)).toEqual({ kind: 'session-refused', reason });
  },
);
