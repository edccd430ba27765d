import { describe, expect, test } from 'vitest';
import { type FakeTunnel, tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };
const reason = 'subscription_required';

/** Traffic is not blocked, and the state contains the refusal. */
function expectOpen(field: FakeTunnel, refusal: string | null = reason): void {
  expect(field.tunnel.state).toMatchObject({ kind: 'disconnected', refusal });
  expect(field.firewall.inForce).toBeNull();
  expect(field.tunnel.blocking).toBe(false);
  expect(field.routing.raised).toBeNull();
}

function expectBlocked(field: FakeTunnel): void {
  expect(field.tunnel.state).toMatchObject({ kind: 'error', reason, retryAt: null });
  expect(field.firewall.inForce?.kind).toBe('blocked');
}

describe('a connect that the account refuses', () => {
  test('returns to disconnected, with the reason, until the next connect or disconnect', async () => {
    const field = start();
    field.world.apiReason = reason;
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
    expectOpen(field);
    // A start after a crash does not connect.
    expect(field.world.intent).toBeNull();
    expect(field.pauses()).toBe(0);
    await field.tunnel.disconnect();
    expectOpen(field, null);
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
    field.world.apiReason = null;
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
  });

  test('does so without a signed-in account', async () => {
    const field = start({ signedIn: false });
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason: 'not_signed_in' });
    expectOpen(field, 'not_signed_in');
  });

  test('does so after attempts that failed in the network, automatic ones or another connect', async () => {
    for (const again of ['retry', 'network', 'connect'] as const) {
      const field = start();
      field.world.apiReason = 'api_unreachable';
      expect(await field.tunnel.connect(anywhere)).toMatchObject({ kind: 'failed' });
      expect(field.firewall.inForce?.kind).toBe('blocked');
      field.world.apiReason = reason;
      if (again === 'retry') field.fireTimers();
      else if (again === 'network') field.tunnel.dispatch({ kind: 'network-changed' });
      else void field.tunnel.connect({ location: 'jp-tyo' });
      await expect.poll(() => field.tunnel.state.kind).toBe('disconnected');
      expectOpen(field);
    }
  });

  test('does so after a disconnect that is not over yet', async () => {
    const field = start();
    await field.tunnel.connect(anywhere);
    field.world.apiReason = reason;
    void field.tunnel.disconnect();
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
    expectOpen(field);
  });

  test('stays blocked under lockdown, with the reason', async () => {
    const field = start();
    field.settings.lockdown = true;
    field.tunnel.dispatch({ kind: 'settings-changed' });
    field.world.apiReason = reason;
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
    expectBlocked(field);
  });

  test('stays blocked where lockdown was switched on meanwhile', async () => {
    const field = start();
    field.world.apiReason = reason;
    const connecting = field.tunnel.connect(anywhere);
    field.settings.lockdown = true;
    field.tunnel.dispatch({ kind: 'settings-changed' });
    expect(await connecting).toEqual({ kind: 'failed', reason });
    await field.tunnel.idle();
    expect(field.firewall.inForce?.kind).toBe('blocked');
  });

  test('stays blocked where a daemon that crashed held traffic back', async () => {
    const field = start({ adopted: true });
    field.world.apiReason = reason;
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
    expectBlocked(field);
  });
});

describe('a tunnel that ends by the account', () => {
  test('stays blocked after any attempts until the user disconnects', async () => {
    const field = start();
    await field.tunnel.connect(anywhere);
    field.world.apiReason = reason;
    field.tunnel.dispatch({ kind: 'session-refused', reason });
    await field.tunnel.idle();
    expectBlocked(field);
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
    expectBlocked(field);
    await field.tunnel.disconnect();
    expectOpen(field, null);
  });

  test('stays blocked when another location is chosen, and when its gateway is lost first', async () => {
    for (const end of ['switch', 'lost'] as const) {
      const field = start();
      await field.tunnel.connect(anywhere);
      field.world.apiReason = reason;
      if (end === 'switch') await field.tunnel.connect({ location: 'jp-tyo' });
      else field.tunnel.dispatch({ kind: 'link-lost', key: field.tunnel.state.key });
      await field.tunnel.idle();
      field.fireTimers();
      await expect.poll(() => field.tunnel.state).toMatchObject({ kind: 'error', reason });
      expectBlocked(field);
    }
  });
});
