import { expect, test } from 'vitest';
import { failureOf, exitMessageOf } from './openvpn.ts';

// As OpenVPN 2.6.14 prints them.
const refusedByTcp = `2026-11-23 03:28:42 TCP: connect to [AF_INET]127.0.0.1:9 failed: Connection refused
2026-11-23 03:28:42 SIGUSR1[connection failed(soft),connection-failed] received, process restarting
2026-11-23 03:28:42 Restart pause, 1 second(s)
2026-11-23 03:28:43 All connections have been connect-retry-max (2) times unsuccessful, exiting
2026-11-23 03:28:43 Exiting due to fatal error
`;
const noDevice = `2026-11-23 03:00:02 ERROR: Cannot open TUN/TAP dev /dev/net/tun: Operation not permitted (errno=1)
2026-11-23 03:00:02 Exiting due to fatal error
`;

test.each([
  [refusedByTcp, 'no_response'],
  ['2026-11-23 03:00:02 SIGTERM[soft,ping-exit] received, process exiting\n', 'no_response'],
  ['2026-11-23 03:00:02 SIGTERM[soft,init_instance] received, process exiting\n', 'no_response'],
  ['2026-11-23 03:00:02 SIGTERM[soft,server-pushed-halt] received, process exiting\n', 'refused'],
  [noDevice, 'program_failed'],
  ['2026-11-23 03:00:02 Exiting due to fatal error\n', 'program_failed'],
  ['', 'program_failed'],
])('derives the failure from OpenVPN’s last output: %j', (output, failure) => {
  expect(failureOf(exitMessageOf(output))).toBe(failure);
});

test('adds the cause to an exit message without one', () => {
  expect(exitMessageOf(noDevice)).toMatch(/Operation not permitted .* \/ .*Exiting due to fatal error$/);
  expect(exitMessageOf('first\nlast\n')).toBe('last');
  expect(exitMessageOf('only\n')).toBe('only');
});
