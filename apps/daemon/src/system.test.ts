import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pfAnchor } from './platform/firewall/firewall.darwin.ts';
import { watchAddresses } from './platform/networks/network-monitor.polled.ts';
import { platformFor } from './platform/callers/platform-of.ts';
import { openSystem } from './system.ts';

test.each([
  ['darwin', 'macos', 'utun707'],
  ['win32', 'windows', 'comet0'],
  ['linux', 'linux', 'comet0'],
  ['freebsd', 'linux', 'comet0'],
] as const)(
  'on %s the daemon has its parts, and reports unsupported features',
  async (platform, system, link) => {
    const currentPlatform = platformFor(platform);
    expect(currentPlatform).toMatchObject({ system, link });
    const { unsupported } = await openSystem(currentPlatform.system);
    expect(unsupported).toEqual(
      system === 'linux'
        ? []
        : [
            ...['openvpn', 'wireguard_over', 'split_tunnel', 'multi_hop', 'port_forwarding'],
            ...['encrypted_dns', 'own_lists', 'split_dns', 'api_obfuscation', 'routes'],
          ],
    );
  },
);

test('another network is detected by its addresses, except those of the tunnel', () => {
  const address = (text: string) => [{ address: text, netmask: '', internal: false }] as never;
  let found: Record<string, never> = { en0: address('192.168.1.7') };
  let tick = (): void => undefined;
  let changes = 0;
  watchAddresses(
    ['utun707'],
    () => (changes += 1),
    () => found,
    (callback) => {
      tick = callback;
      return {} as NodeJS.Timeout;
    },
  );
  found = { ...found, utun707: address('100.64.3.4') };
  tick();
  expect(changes).toBe(0);
  found = { en0: address('10.0.0.5') };
  tick();
  tick();
  expect(changes).toBe(1);
});

test('boot configuration of each system contains the daemon’s paths', async () => {
  const file = (path: string) => readFile(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');
  const folder = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
  const [mac, windows] = [platformFor('darwin'), platformFor('win32')];
  const lockdown = await file('macos/com.cometvpn.lockdown.plist');
  expect(lockdown).toContain(`pfctl -a ${pfAnchor} -f ${mac.stateDir}/lockdown.pf`);
  expect(await file('macos/com.cometvpn.cometd.plist')).toContain(`${folder(mac.trustFile)}/cometd.cjs`);
  expect(await file('windows/register-cometd.ps1')).toContain(`${folder(windows.trustFile)}\\cometd.cjs`);
});
