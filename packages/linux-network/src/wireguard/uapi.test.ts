import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUapiDevice, parseUapiStatus, uapiErrno, uapiSetDevice, uapiSetPeers } from './uapi.ts';
import { parseWgDump, wgAddPeers, wgRemovePeers, wgSetDevice } from './wg-tool.ts';
import type { WireguardPeer } from './wireguard-device.ts';
import { generateWireguardKeyPair, publicKeyOf } from './wireguard-keys.ts';

const key = Buffer.alloc(32, 0xab).toString('base64');
const keyHex = 'ab'.repeat(32);
const peer: WireguardPeer = {
  publicKey: key,
  endpoint: '[2001:db8::1]:51820',
  allowedIps: ['100.64.0.2/32', 'fd00::2/128'],
  persistentKeepalive: 25,
};

test('a key pair is two 32-byte keys, and the public one derives from the private one', () => {
  const pair = generateWireguardKeyPair();
  expect(publicKeyOf(pair.privateKey)).toBe(pair.publicKey);
  expect(() => publicKeyOf('short')).toThrow(TypeError);
});

describe('the userspace protocol', () => {
  test('writes a change as one request: removals first, every field of a peer explicit', () => {
    expect(uapiSetPeers({ remove: [key], set: [peer] })).toBe(
      `set=1
public_key=${keyHex}
remove=true
public_key=${keyHex}
preshared_key=${'0'.repeat(64)}
endpoint=[2001:db8::1]:51820
persistent_keepalive_interval=25
replace_allowed_ips=true
allowed_ip=100.64.0.2/32
allowed_ip=fd00::2/128

`,
    );
    expect(uapiSetDevice({ privateKey: key, listenPort: 51820, fwmark: 0 })).toBe(
      `set=1\nprivate_key=${keyHex}\nlisten_port=51820\nfwmark=0\n\n`,
    );
  });

  test("reads the device's key and port, and which peers have a preshared key", () => {
    const reply = `private_key=${keyHex}
listen_port=51820
public_key=${'cd'.repeat(32)}
preshared_key=${'0'.repeat(64)}
public_key=${keyHex}
preshared_key=${'01'.repeat(32)}
errno=0

`;
    expect(parseUapiDevice(reply)).toEqual({
      privateKey: key,
      listenPort: 51_820,
      presharedKeys: new Map([[key, Buffer.alloc(32, 1).toString('base64')]]),
    });
    expect(parseUapiDevice('errno=0\n\n').privateKey).toBeNull();
    expect(() => parseUapiDevice('private_key=x\n')).toThrow('malformed key');
  });

  test('reads peers with and without a handshake', () => {
    const reply = `private_key=${keyHex}
listen_port=1
public_key=${keyHex}
preshared_key=${'0'.repeat(64)}
protocol_version=1
endpoint=192.0.2.1:51820
last_handshake_time_sec=1700000000
last_handshake_time_nsec=500000000
tx_bytes=7
rx_bytes=9
persistent_keepalive_interval=0
allowed_ip=10.0.0.1/32
allowed_ip=fd00::1/128
public_key=${'cd'.repeat(32)}
last_handshake_time_sec=0
last_handshake_time_nsec=0
errno=0

`;
    expect(uapiErrno(reply)).toBe(0);
    expect(parseUapiStatus(reply)).toEqual([
      {
        publicKey: key,
        endpoint: '192.0.2.1:51820',
        allowedIps: ['10.0.0.1/32', 'fd00::1/128'],
        rxBytes: 9,
        txBytes: 7,
        lastHandshake: 1_700_000_000.5,
      },
      {
        publicKey: Buffer.alloc(32, 0xcd).toString('base64'),
        endpoint: null,
        allowedIps: [],
        rxBytes: 0,
        txBytes: 0,
        lastHandshake: null,
      },
    ]);
  });

  test.each(['garbage', '=x', 'public_key=zz', `public_key=${keyHex}\nrx_bytes=-1`])(
    'rejects the status %j',
    (text) => {
      expect(() => parseUapiStatus(`${text}\nerrno=0\n\n`)).toThrow('malformed');
    },
  );

  test('rejects a reply that does not end in errno', () => {
    expect(() => uapiErrno('errno=0\n')).toThrow('errno');
    expect(uapiErrno('errno=-22\n\n')).toBe(-22);
  });
});

describe('the wg tool', () => {
  test('gets secrets on standard input, never as arguments', () => {
    const preshared = Buffer.alloc(32, 1).toString('base64');
    const calls = [
      wgSetDevice('wg0', { privateKey: preshared, listenPort: 5, fwmark: 6 }),
      wgAddPeers('wg0', [{ ...peer, presharedKey: preshared }]),
    ];
    expect(calls.map((call) => call.args)).toEqual([
      ['set', 'wg0', 'listen-port', '5', 'fwmark', '6', 'private-key', '/dev/stdin'],
      ['addconf', 'wg0', '/dev/stdin'],
    ]);
    for (const call of calls) expect(call.input).toContain(preshared);
  });

  test('passes long removals in several calls', () => {
    const calls = wgRemovePeers('wg0', new Array<string>(1_001).fill(key));
    expect(calls.map((call) => (call.args.length - 2) / 3)).toEqual([500, 500, 1]);
  });

  test('reads its peers from a dump', () => {
    const dump = `${key}\t${key}\t51820\toff
${key}\t(none)\t192.0.2.1:5\t10.0.0.1/32,fd00::1/128\t1700000000\t9\t7\toff
${key}\t(none)\t(none)\t(none)\t0\t0\t0\t25
`;
    expect(parseWgDump(dump)).toEqual([
      {
        publicKey: key,
        endpoint: '192.0.2.1:5',
        allowedIps: ['10.0.0.1/32', 'fd00::1/128'],
        rxBytes: 9,
        txBytes: 7,
        lastHandshake: 1_700_000_000,
      },
      { publicKey: key, endpoint: null, allowedIps: [], rxBytes: 0, txBytes: 0, lastHandshake: null },
    ]);
    expect(() => parseWgDump('a\nb\n')).toThrow('malformed');
  });
});

test('rejects a field that would be a separate line in either format', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .tuple(fc.constantFrom(key, '192.0.2.1:5', '10.0.0.0/8'), fc.constantFrom('\n', '\r', ' ', ','))
      .map(([good, gap]) => `${good}${gap}private_key=${keyHex}`),
  );
  const field = fc.constantFrom('publicKey', 'presharedKey', 'endpoint', 'allowedIps', 'persistentKeepalive');
  fc.assert(
    fc.property(hostile, field, (text, name) => {
      const bad = { ...peer, [name]: name === 'allowedIps' ? [text] : text };
      expect(() => uapiSetPeers({ set: [bad] })).toThrow(TypeError);
      expect(() => wgAddPeers('wg0', [bad])).toThrow(TypeError);
      expect(() => uapiSetPeers({ remove: [text] })).toThrow(TypeError);
      expect(() => wgRemovePeers('wg0', [text])).toThrow(TypeError);
      expect(() => uapiSetDevice({ privateKey: text })).toThrow(TypeError);
      expect(() => wgSetDevice('wg0', { listenPort: text as never })).toThrow(TypeError);
    }),
    { numRuns: 2_000 },
  );
});
