import { describe, expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import { fakeTunnel } from '../../../test/fleet/fake-tunnel.ts';
import { earlyHandshake } from './early-handshake.ts';

const [gateway] = gateways;
if (gateway === undefined) throw new Error('no gateway');

/**
 * Returns the calls, in order, for a gateway with this round-trip time; the rules succeed or fail at `rules`, and the device has our key at
 * `keyed`.
 */
function begin(
  roundTrip: number | null,
  rules: Promise<boolean>,
  signal = new AbortController().signal,
  keyed: Promise<boolean> = Promise.resolve(true),
) {
  const done: string[] = [];
  const early = earlyHandshake(
    {
      admissionEndpoint: { openAt: () => roundTrip },
      link: { markDirty: () => void done.push('soiled') },
      wireguard: {
        setPeer: ({ endpoint, publicKey }) => {
          done.push(`${publicKey === gateway?.wireguardPublicKey} ${endpoint}`);
          return Promise.resolve();
        },
      },
    },
    { ...gateway, address: '203.0.113.101', wireguardPorts: [443, 51_820] } as NonNullable<typeof gateway>,
    { blocked: rules, signal },
  );
  early.begin(keyed);
  return { done, early };
}

describe('a handshake before the response of the admission endpoint', () => {
  test('is sent to a far gateway once the rules are in force, and its peer is removed with the rest', async () => {
    const rules = Promise.withResolvers<boolean>();
    const { done, early } = begin(50, rules.promise);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toEqual([]);
    rules.resolve(true);
    expect(await early.isStarted()).toBe(true);
    expect(done).toEqual(['soiled', 'true 203.0.113.101:443']);
  });

  test('is not sent without rules, to a near gateway or one at an unknown distance, or after an abort', async () => {
    const rules = Promise.resolve(true);
    for (const { done, early } of [
      begin(50, Promise.resolve(false)),
      begin(50, rules, undefined, Promise.resolve(false)),
      begin(3, rules),
      begin(null, rules),
      begin(50, rules, AbortSignal.abort()),
    ]) {
      expect(await early.isStarted()).toBe(false);
      expect(done).toEqual([]);
    }
  });

  test('is repeated if the gateway ignored it', async () => {
    const harness = fakeTunnel();
    harness.admissionEndpoint.roundTrip = 50;
    harness.controls.standby = true;
    const { clearPeers } = harness.wireguard;
    harness.wireguard.responding = false;
    harness.wireguard.clearPeers = () => {
      if (harness.wireguard.current !== null) harness.wireguard.responding = true;
      return clearPeers();
    };
    expect(await harness.tunnel.connect({ location: null })).toEqual({ kind: 'connected' });
    expect(harness.tunnel.state).toMatchObject({ session: { protocol: 'wireguard' } });
    expect(harness.admissionEndpoint.presented).toHaveLength(1);
    await harness.tunnel.disconnect();
  });
});
