import { describe, expect, test } from 'vitest';
import { type FakeTunnel, tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };
const reason = 'subscription_required';

/** Traffic is not blocked, and the state contains the refusal. */
function expectOpen(harness: FakeTunnel, refusal: string | null = reason): void {
  expect(harness.tunnel.state).toMatchObject({ kind: 'disconnected', refusal });
  expect(harness.firewall.inForce).toBeNull();
  expect(harness.tunnel.blocking).toBe(false);
  expect(harness.routing.raised).toBeNull();
}

function expectBlocked(harness: FakeTunnel): void {
  expect(harness.tunnel.state).toMatchObject({ kind: 'error', reason, retryAt: null });
  expect(harness.firewall.inForce?.kind).toBe('blocked');
}

describe('a connect that the account refuses', () => {
  test('returns to disconnected, with the reason, until the next connect or disconnect', async () => {
    const harness = start();
    harness.controls.apiReason = reason;
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
    expectOpen(harness);
    // A start after a crash does not connect.
    expect(harness.controls.intent).toBeNull();
    expect(harness.pauses()).toBe(0);
    await harness.tunnel.disconnect();
    expectOpen(harness, null);
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
    harness.controls.apiReason = null;
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
  });

  test('does so without a signed-in account', async () => {
    const harness = start({ signedIn: false });
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason: 'not_signed_in' });
    expectOpen(harness, 'not_signed_in');
  });

  test('does so after attempts that failed in the network, automatic ones or another connect', async () => {
    for (const again of ['retry', 'network', 'connect'] as const) {
      const harness = start();
      harness.controls.apiReason = 'api_unreachable';
      expect(await harness.tunnel.connect(anywhere)).toMatchObject({ kind: 'failed' });
      expect(harness.firewall.inForce?.kind).toBe('blocked');
      harness.controls.apiReason = reason;
      if (again === 'retry') harness.fireTimers();
      else if (again === 'network') harness.tunnel.dispatch({ kind: 'network-changed' });
      else void harness.tunnel.connect({ location: 'jp-tyo' });
      await expect.poll(() => harness.tunnel.state.kind).toBe('disconnected');
      expectOpen(harness);
    }
  });

  test('does so after a disconnect that has not completed yet', async () => {
    const harness = start();
    await harness.tunnel.connect(anywhere);
    harness.controls.apiReason = reason;
    void harness.tunnel.disconnect();
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
    expectOpen(harness);
  });

  test('stays blocked under lockdown, with the reason', async () => {
    const harness = start();
    harness.settings.lockdown = true;
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    harness.controls.apiReason = reason;
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
    expectBlocked(harness);
  });

  test('stays blocked if lockdown was enabled meanwhile', async () => {
    const harness = start();
    harness.controls.apiReason = reason;
    const connecting = harness.tunnel.connect(anywhere);
    harness.settings.lockdown = true;
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    expect(await connecting).toEqual({ kind: 'failed', reason });
    await harness.tunnel.idle();
    expect(harness.firewall.inForce?.kind).toBe('blocked');
  });

  test('stays blocked if a crashed daemon blocked traffic', async () => {
    const harness = start({ adopted: true });
    harness.controls.apiReason = reason;
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
    expectBlocked(harness);
  });
});

describe('a tunnel that the account ends', () => {
  test('stays blocked after any attempts until the user disconnects', async () => {
    const harness = start();
    await harness.tunnel.connect(anywhere);
    harness.controls.apiReason = reason;
    harness.tunnel.dispatch({ kind: 'session-refused', reason });
    await harness.tunnel.idle();
    expectBlocked(harness);
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
    expectBlocked(harness);
    await harness.tunnel.disconnect();
    expectOpen(harness, null);
  });

  test('stays blocked when another location is chosen, and when its gateway is lost first', async () => {
    for (const end of ['switch', 'lost'] as const) {
      const harness = start();
      await harness.tunnel.connect(anywhere);
      harness.controls.apiReason = reason;
      if (end === 'switch') await harness.tunnel.connect({ location: 'jp-tyo' });
      else harness.tunnel.dispatch({ kind: 'link-lost', key: harness.tunnel.state.key });
      await harness.tunnel.idle();
      harness.fireTimers();
      await expect.poll(() => harness.tunnel.state).toMatchObject({ kind: 'error', reason });
      expectBlocked(harness);
    }
  });
});
