import { blockReasons, commandErrors, freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { describe as group, expect, test } from 'vitest';
import { describe, describeRefusal, describeTunnel, formatBytes } from './describe.ts';

const since = '2026-11-21T10:00:00.000Z';
const place = {
  gateway: 'g',
  location: 'nl-ams',
  country: 'NL',
  countryName: 'Netherlands',
  city: 'Amsterdam',
};
const signedOut = { account: null, settings: freshSettings, traffic: null };

group('the words for a state', () => {
  test('say where a tunnel leads and what went through it', () => {
    const snapshot: Snapshot = {
      tunnel: {
        state: 'connected',
        since,
        place,
        link: { protocol: 'wireguard', endpoint: '203.0.113.101:51820', ipv4: '100.64.3.4', ipv6: 'fd00::1' },
        standsInFor: null,
      },
      account: { email: 'ada@example.com', device: 'laptop' },
      settings: { ...freshSettings, lockdown: true },
      traffic: { received: 1_234_567, sent: 999, lastHandshake: null },
    };
    expect(describe(snapshot)).toEqual([
      'Connected to Amsterdam, Netherlands (nl-ams). Gateway 203.0.113.101:51820.',
      'By WireGuard.',
      'Received 1.2 MB, sent 999 B',
      'Signed in as ada@example.com on “laptop”.',
      'Lockdown is on: nothing leaves without a tunnel.',
    ]);
  });

  test('say that the protocol is weaker than the best one, and what the tunnel lacks', () => {
    const tunnel: Snapshot['tunnel'] = {
      ...{ state: 'connected', since, place, standsInFor: null, fallbackFrom: 'wireguard' },
      link: {
        ...{ protocol: 'openvpn', variant: 'udp' },
        ...{ endpoint: '203.0.113.101:1194', ipv4: '100.80.3.4', ipv6: 'fd00::1' },
      },
    };
    const said = (postQuantum: boolean) =>
      describe({ tunnel, ...signedOut, settings: { ...freshSettings, postQuantum } });
    expect(said(true)).toContain(
      'By OpenVPN over UDP, without post-quantum keys: WireGuard gets no answer on this network. Comet keeps retrying it.',
    );
    expect(said(false)).toContain(
      'By OpenVPN over UDP: WireGuard gets no answer on this network. Comet keeps retrying it.',
    );
    expect(said(true)).not.toContain('By OpenVPN over UDP.');
  });

  test('say what leaves outside the tunnel, and that lockdown blocks it without one', () => {
    const splitTunnel = { mode: 'exclude' as const, apps: [], networks: ['203.0.113.0/24'] };
    const words = (tunnel: Snapshot['tunnel'], lockdown: boolean) =>
      describe({ tunnel, ...signedOut, settings: { ...freshSettings, lockdown, splitTunnel } });
    const failed = { state: 'error', since, blocking: true, retryAt: null } as const;
    const outside = 'Outside of the tunnel go: 203.0.113.0/24.';
    expect(words({ ...failed, reason: 'gateway_unreachable' }, false)).toContain(outside);
    const locked = words({ ...failed, reason: 'locked_down' }, true);
    expect(locked).toContain('Lockdown blocks these too, until a tunnel is up: 203.0.113.0/24.');
    expect(locked).not.toContain(outside);
  });

  test('say once that it is paused, and what that means', () => {
    const settings = { ...freshSettings, pausedUntil: '2026-11-21T10:15:00.000Z' };
    const told = describe({ tunnel: { state: 'disconnected', since }, ...signedOut, settings });
    expect(told).toEqual([expect.stringMatching(/^Paused until .* unprotected\./), expect.anything()]);
  });

  test.each(blockReasons)(
    'say for %s what happened, whether traffic is held back, and what to do',
    (reason) => {
      for (const blocking of [true, false]) {
        const tunnel = { state: 'error', since, reason, blocking, retryAt: null } as const;
        const [words = ''] = describe({ tunnel, ...signedOut });
        expect(words.split('\n').length).toBe(2);
        if (reason !== 'locked_down') expect(words.includes('NOT')).toBe(!blocking);
      }
    },
  );
});

group('chosen lists', () => {
  const settings = { ...freshSettings, blockLists: { ads: true, trackers: true, malware: false } };
  const tunnel = { state: 'disconnected', since } as const;
  const words = (missingLists: Snapshot['missingLists']) =>
    describe({ tunnel, ...signedOut, settings, missingLists }).filter((line) => /block/i.test(line));

  test('are told as far as they hold, and what a gateway lacks is told too', () => {
    expect(words([])).toEqual(['Names on these lists are blocked: ads, trackers.']);
    expect(words(['trackers'])).toEqual([
      expect.stringMatching(/^Names on these lists are blocked: ads\.\nNOT blocked: .* the list trackers\./),
    ]);
    expect(words(['ads', 'trackers'])).toEqual([
      expect.stringMatching(/^NOT blocked: .* the lists ads, trackers\./),
    ]);
  });
});

group('held back', () => {
  const failed = { state: 'error', since, reason: 'subscription_required', blocking: true } as const;

  test('says how traffic gets out again: by the next try, or by disconnecting', () => {
    expect(describe({ tunnel: { ...failed, retryAt: null }, ...signedOut })[1]).toContain('comet disconnect');
    const tunnel = { ...failed, retryAt: '2026-11-21T10:00:05.000Z' };
    expect(describe({ tunnel, ...signedOut })[1]).toMatch(/^Next try at \d\d:\d\d:05\. `comet disconnect`/);
  });

  test('says of a refused connect why, that nothing is held back, and what to do', () => {
    const tunnel = { state: 'disconnected', since, refusal: 'subscription_required' } as const;
    expect(describeTunnel({ tunnel, ...signedOut })).toEqual([
      'Your account has no active subscription. Traffic leaves this machine unprotected.\nChoose a plan in the dashboard, then connect again.',
    ]);
  });

  test('promises no way out that lockdown would close', () => {
    const settings = { ...freshSettings, lockdown: true };
    const tunnel = { ...failed, retryAt: null, reason: 'protocol_unavailable' } as const;
    expect(describeTunnel({ tunnel, ...signedOut, settings })).toHaveLength(1);
    const ended = describeTunnel({ tunnel: { ...failed, retryAt: null }, ...signedOut, settings });
    expect(ended).toEqual([expect.anything(), expect.stringContaining('dashboard')]);
    expect(ended.join()).not.toContain('comet disconnect');
  });
});

test.each(commandErrors)('there are words for the refusal %s', (error) => {
  expect(describeRefusal({ error, detail: null })).toMatch(/\.$/);
});

test('a way that a location lacks is told by its name', () => {
  expect(describeRefusal({ error: 'protocol_unavailable', detail: 'tls' })).toContain('OpenVPN over TLS');
  expect(describeRefusal({ error: 'protocol_unavailable', detail: 'wireguard' })).toContain('WireGuard');
});

test('a failed connect is told by its cause, and the API’s words are kept', () => {
  expect(describeRefusal({ error: 'connect_failed', detail: 'handshake_timeout' })).toContain('WireGuard');
  expect(describeRefusal({ error: 'api_refused', detail: 'Ten devices are connected' })).toBe(
    'Ten devices are connected.',
  );
  expect(describeRefusal({ error: 'api_refused', detail: 'Really?' })).toBe('Really?');
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1_500_000, '1.5 MB'],
  [2e15, '2000.0 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
