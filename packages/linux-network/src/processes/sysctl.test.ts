import { expect, test } from 'vitest';
import { setSysctl, sysctlPath } from './sysctl.ts';

test('a parameter is a file under /proc/sys', () => {
  expect(sysctlPath('net.ipv4.ip_forward')).toBe('/proc/sys/net/ipv4/ip_forward');
  expect(sysctlPath('net/ipv4/conf/eth0.1/rp_filter')).toBe('/proc/sys/net/ipv4/conf/eth0.1/rp_filter');
});

test.each(['../etc/passwd', 'net/../../x', 'net', '', 'net..ipv4', '/etc/passwd', 'net/ipv4\n'])(
  '%j is refused',
  (name) => {
    expect(() => sysctlPath(name)).toThrow(TypeError);
  },
);

test('rejects a value with a second line', async () => {
  await expect(setSysctl('net.ipv4.no_such_parameter', '1\n2')).rejects.toThrow(TypeError);
});
