import { describe, expect, test } from 'vitest';
import { isInDoubt, isLost, newLink, observe, proven } from './link-health.ts';
import { renewalTime } from './watch-link.ts';

const peer = (rxBytes: number, txBytes: number, lastHandshake = 0) => ({
  publicKey: '',
  endpoint: null,
  allowedIps: [],
  rxBytes,
  txBytes,
  lastHandshake,
});

/** Observes the peer at `[seconds, received, sent]`, and returns when the link was found lost. */
function lostAt(readings: readonly (readonly [number, number, number])[]): number | null {
  let health = newLink;
  for (const [at, rx, tx] of readings) {
    const status = peer(rx, tx, at);
    health = observe(health, status, at * 1000);
    if (isLost(health, status, at * 1000)) return at;
  }
  return null;
}

describe('a link', () => {
  test('is lost if sent packets have no response for fifteen seconds', () => {
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

  test('is not lost while it is idle: keepalives need no response', () => {
    expect(
      lostAt([
        [0, 500, 500],
        [25, 500, 532],
        [50, 500, 564],
        [75, 500, 596],
        [100, 500, 628],
        [115, 500, 628],
        [125, 500, 660],
        [150, 500, 692],
      ]),
    ).toBeNull();
  });

  test('is not lost while responses arrive, even late', () => {
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

  test('is lost no later if the clock was set back meanwhile', () => {
    expect(
      lostAt([
        [1000, 500, 500],
        [1005, 500, 900],
        [10, 500, 1200],
        [15, 500, 1600],
        [25, 500, 2000],
        [30, 500, 2400],
      ]),
    ).toBe(30);
  });

  test('is lost if its last handshake is too old to carry data', () => {
    const status = peer(500, 500, 100);
    expect(isLost(observe(newLink, status, 250_000), status, 250_000)).toBe(false);
    expect(isLost(observe(newLink, status, 310_000), status, 310_000)).toBe(true);
  });
});

describe('reception by the gateway', () => {
  /** Observes `[seconds, received, sent]` after one handshake, and returns when the link was first in doubt. */
  function doubtedAt(
    readings: readonly (readonly [number, number, number])[],
    handshakes: readonly number[] = [],
  ) {
    let health = newLink;
    for (const [at, rx, tx] of readings) {
      health = observe(health, peer(rx, tx, handshakes.findLast((time) => time <= at) ?? 0), at * 1000);
      if (isInDoubt(health, at * 1000)) return at;
    }
    return null;
  }
  /** This machine sends, and the gateway sends nothing but a handshake initiation every five seconds. */
  const oneWay = Array.from(
    { length: 40 },
    (_, reading) => [reading * 5, 500 + reading * 148, 500 + reading * 300] as const,
  );

  test('is in doubt if the gateway sends only handshakes that never complete', () => {
    expect(doubtedAt(oneWay)).toBe(20);
  });

  test('is certain for a while after each completed handshake', () => {
    expect(doubtedAt(oneWay, [15])).toBe(35);
  });

  test('is not probed while nothing is sent, for any received bytes', () => {
    const idle = Array.from(
      { length: 40 },
      (_, reading) => [reading * 25, 500 + reading * 148, 500 + reading * 32] as const,
    );
    expect(doubtedAt(idle)).toBeNull();
  });

  test('is certain after a response, and the probe does not count as traffic', () => {
    const before = observe(observe(newLink, peer(1, 0), 0), peer(2, 900), 5_000);
    expect(isInDoubt(observe(before, peer(3, 1200), 20_000), 20_000)).toBe(true);
    const after = observe(proven(before), peer(4, 1500), 22_500);
    expect(isInDoubt(observe(after, peer(5, 1500), 60_000), 60_000)).toBe(false);
  });
});

test('a session is renewed an hour before its end, a short one in its last fifth', () => {
  const hour = 3_600_000;
  expect(renewalTime(0, 24 * hour)).toBe(23 * hour);
  expect(renewalTime(0, hour)).toBe(0.8 * hour);
});
