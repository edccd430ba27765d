import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { type PolicySettings, policyOf } from './policy.ts';
import type { State } from './state.ts';

const common = { since: new Date(0), key: 'state-1' };
const past = { failures: 1, avoid: null, fallbackGateways: false, returns: 0, fromDisconnected: false };
const goal = { location: null };
const failed: State = { ...common, kind: 'error', goal, reason: 'gateway_unreachable', retryAt: null, past };
const connecting: State = {
  ...common,
  kind: 'connecting',
  goal,
  connectionAttempt: null,
  others: [],
  attempt: 1,
  firstFailure: null,
  admitted: null,
  past,
};
const disconnected: State = { ...common, kind: 'disconnected', refusal: null };
const disconnecting: State = {
  ...common,
  kind: 'disconnecting',
  policy: { kind: 'blocked', allowLan: false, api: [], splitOutside: true },
  refusal: null,
};

const settings = (mode: 'off' | 'exclude' | 'include', lockdown: boolean): PolicySettings => ({
  ...freshSettings,
  lockdown,
  splitTunnel: { mode },
  api: [],
  dashboard: [],
  links: { wireguard: 'comet0', openvpn: 'comet0-ovpn' },
});

test.each([failed, connecting, disconnected, disconnecting])(
  '$kind under lockdown: split tunnelling allows no traffic',
  (state) => {
    for (const mode of ['off', 'exclude', 'include'] as const)
      expect(policyOf(state, settings(mode, true))).not.toHaveProperty('splitOutside');
  },
);

test.each([failed, connecting, disconnected, disconnecting])(
  '$kind under lockdown: the sign-in page of the network is permitted only while a program shows it',
  (state) => {
    const portal = { ...settings('off', true), portal: true };
    expect(policyOf(state, portal)).toMatchObject({ portal: true });
    const last = policyOf(state, portal);
    const next: State = state.kind === 'disconnecting' ? { ...state, policy: last } : state;
    expect(policyOf(next, settings('off', true))).not.toHaveProperty('portal');
  },
);

test.each([failed, connecting, disconnecting])(
  '$kind without lockdown: only split traffic leaves outside the tunnel',
  (state) => {
    expect(policyOf(state, settings('exclude', false))).toMatchObject({ splitOutside: true });
    expect(policyOf(state, settings('off', false))).not.toHaveProperty('splitOutside');
  },
);
