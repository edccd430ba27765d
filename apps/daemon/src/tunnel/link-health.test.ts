import { describe, expect, test } from 'vitest';
import { isLost, newLink, observe } from './link-health.ts';
import { renewalTime } from './renewal.ts';

const peer = (rxBytes: number, txBytes: number, lastHandshake = 0) => ({
  publicKey: '',
  endpoint: null,
  allowedIps: [],
  rxBytes,
  txBytes,
  lastHandshake,
});

/** Plays looks at the peer, `[seconds, received, sent]`, and tells when the link was found lost. */
function lostAt(looks: readonly (readonly [number, number, number])[]): number | null {
  let health = newLink;
  for (const [at, rx, tx] of looks) {
    const status = peer(rx, tx, at);
    health = observe(health, status, at * 1000);
    if (isLost(health, status, at * 1000)) return at;
  }
  return null;
}

describe('a link is', () => {
  test('lost when what is sent gets no answer for fifteen seconds', () => {
    expect(
      lostAt([
        [0, 500, 500],
        [5, 500, 900],
        [10, 500, 1200],
        [15, 500, 1500],
        [20, 500, 1700],
      ]),
    ).toBe(20);
  });

  test('well while it is silent: keepalives go out and ask for nothing', () => {
    expect(
      lostAt([
        [0, 500, 500],
        [25, 500, 532],
        [50, 500, 564],
        [75, 500, 564],
      ]),
    ).toBeNull();
  });

  test('well while answers come, late as they are', () => {
    expect(
      lostAt([
        [0, 500, 500],
        [10, 500, 900],
        [14, 600, 1200],
        [28, 600, 1300],
        [40, 700, 1500],
      ]),
    ).toBeNull();
  });

  test('lost when its last handshake is too old to carry anything', () => {
    const status = peer(500, 500, 100);
    expect(isLost(observe(newLink, status, 250_000), status, 250_000)).toBe(false);
    expect(isLost(observe(newLink, status, 310_000), status, 310_000)).toBe(true);
  });
});

test('a session is renewed an hour before its end, a short one in its last fifth', () => {
  const hour = 3_600_000;
  expect(renewalTime(0, 24 * hour)).toBe(23 * hour);
  expect(renewalTime(0, hour)).toBe(0.8 * hour);
});
