import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordCommands, readManagementLine } from './openvpn-management.ts';

test.each([
  ['>HOLD:Waiting for hold release:0', { kind: 'held' }],
  [">PASSWORD:Need 'Auth' username/password", { kind: 'password-requested', about: 'Auth' }],
  [">PASSWORD:Need 'SOCKS Proxy' username/password", { kind: 'password-requested', about: 'SOCKS Proxy' }],
  [">PASSWORD:Verification Failed: 'Auth'", { kind: 'refused' }],
  ['>STATE:1795276530,AUTH,,,,,,', { kind: 'state', state: 'AUTH' }],
  ['>STATE:1,CONNECTED,SUCCESS,100.80.0.2,192.0.2.2,1194,,,fd00::2', { kind: 'state', state: 'CONNECTED' }],
  [
    ">LOG:1,,PUSH: Received control message: 'PUSH_REPLY,ifconfig 1 2'",
    { kind: 'pushed', options: 'ifconfig 1 2' },
  ],
  ['>BYTECOUNT:2301,1878', { kind: 'traffic', received: 2301, sent: 1878 }],
  [
    '>LOG:1795276530,,Control Channel: TLSv1.3, cipher TLSv1.3 TLS_AES_256_GCM_SHA384, peer certificate: 256 bits',
    { kind: 'tls-handshake', at: 1_795_276_530 },
  ],
  [">LOG:1,,Data Channel: cipher 'AES-256-GCM', peer-id: 0", { kind: 'data-cipher', cipher: 'AES-256-GCM' }],
  [">LOG:1,,a server says: Data Channel: cipher 'NONE'", null],
  ['>FATAL:Cannot ioctl TUNSETIFF', { kind: 'fatal', message: 'Cannot ioctl TUNSETIFF' }],
  ['>INFO:OpenVPN Management Interface Version 5', null],
  ['SUCCESS: hold release succeeded', null],
  [">LOG:1,,a server says: PUSH: Received control message: 'PUSH_REPLY,ifconfig 6 6'", null],
])('%s', (line, event) => {
  expect(readManagementLine(line)).toEqual(event);
});

test('never sends a password that contains a command', () => {
  for (const bad of ['', 'a\nsignal SIGUSR1', 'a"b', 'a\\', 'a b', 'ü'])
    expect(() => passwordCommands('Auth', 'user', bad)).toThrow(TypeError);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (username, password) => {
      let written = '';
      try {
        written = passwordCommands('Auth', username, password);
      } catch {
        return;
      }
      expect(written.split('\n')).toEqual([
        `username "Auth" "${username}"`,
        `password "Auth" "${password}"`,
        '',
      ]);
    }),
  );
});
