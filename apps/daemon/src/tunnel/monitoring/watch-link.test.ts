import { describe, expect, test } from 'vitest';
import { fakeWireguard } from '../../platform/wireguard/wireguard.fake.ts';
import { type LinkHealth, newLink } from './link-health.ts';
import type { WireguardSession } from '../../model/session.ts';
import { checkLink } from './watch-link.ts';

const session = {
  protocol: 'wireguard',
  gateway: { admissionPort: 443 },
  admittance: { ipv4: '100.64.9.9', dns: ['100.64.0.1'] },
} as unknown as WireguardSession;

/** Observes every 2.5 s a gateway that sends only handshakes; `receives` is the result of the probe. */
async function watch(receives: boolean, sent: number) {
  let seconds = 1_000;
  const clock = { now: () => new Date(seconds * 1000) };
  const wireguard = fakeWireguard(clock);
  const probes: unknown[] = [];
  const parts = {
    wireguard,
    clock,
    onPeer: () => undefined,
    probe: (target: unknown) => {
      probes.push(target);
      return Promise.resolve(receives);
    },
  };
  wireguard.responding = false;
  let health: LinkHealth | 'lost' = newLink;
  for (let turn = 0; turn < 24 && health !== 'lost'; turn += 1) {
    wireguard.current = {
      publicKey: '',
      endpoint: null,
      allowedIps: [],
      rxBytes: turn * 148,
      txBytes: turn * sent,
      lastHandshake: 999,
    };
    health = await checkLink(parts, health, session, new AbortController().signal);
    seconds += 2.5;
  }
  return { lost: health === 'lost', probes };
}

describe('a gateway that sends', () => {
  test('but receives nothing is detected', async () => {
    const { lost, probes } = await watch(false, 200);
    expect(lost).toBe(true);
    expect(probes).toEqual([{ from: '100.64.9.9', to: '100.64.0.1', ports: [443, 53] }]);
  });

  test('that responds to probes is kept, and probed rarely', async () => {
    const { lost, probes } = await watch(true, 200);
    expect(lost).toBe(false);
    expect(probes.length).toBeLessThanOrEqual(3);
  });

  test('is not probed while nothing is sent', async () => {
    expect(await watch(false, 0)).toEqual({ lost: false, probes: [] });
  });
});
