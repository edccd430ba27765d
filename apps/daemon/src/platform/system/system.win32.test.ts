import { silentLog } from '@comet/foundation/log';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gateway, hostileWords, recordedTools, tunnel } from '../../../test/simulation/recorded-tools.ts';
import { windowsNetwork } from '../../networks/network-identity.ts';
import { windowsDns } from '../dns/dns.win32.ts';
import { ownFolderOnWindows } from '../files/own-folder.win32.ts';
import { windowsRouting } from '../routing/routing.win32.ts';
import { powershellArgs } from './run-tool.ts';
import { windowsWireguard, openWindowsDevice, tunnelServiceConfig } from '../wireguard/wireguard.win32.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-win32-'));
});
afterEach(() => rm(folder, { recursive: true }));

const key = (letter: string) => Buffer.alloc(32, letter).toString('base64');
const addresses = { ...tunnel, gateway: gateway.address, allowLan: false };

describe('WireGuard on Windows', () => {
  test('a tunnel service creates the link, and each secret is in a file only while it is read', async () => {
    const read: string[] = [];
    const { run, calls } = recordedTools();
    const reading: typeof run = async (command, args, input) => {
      for (const word of args.filter((one) => one.startsWith(folder)))
        read.push(await readFile(word, 'utf8').catch(() => ''));
      return run(command, args, input);
    };
    const device = await openWindowsDevice(reading, { name: 'comet0', mtu: 1420, stateDir: folder });
    expect(calls).toEqual([
      'wireguard.exe /uninstalltunnelservice comet0',
      `wireguard.exe /installtunnelservice ${folder}/comet0.conf`,
      'wg.exe show comet0 dump',
    ]);
    expect(read[0]).toMatch(
      /^\[Interface\]\r\nPrivateKey = [A-Za-z0-9+/]{43}=\r\nMTU = 1420\r\nTable = off\r\n$/,
    );
    calls.length = 0;
    await device.configure({ privateKey: key('B') });
    const peer = { publicKey: key('C'), allowedIps: ['0.0.0.0/0'], endpoint: '203.0.113.101:51820' };
    await device.apply({ set: [{ ...peer, presharedKey: key('D') }] });
    expect(calls).toEqual([
      `wg.exe set comet0 private-key ${folder}/wg.input`,
      `wg.exe addconf comet0 ${folder}/wg.input`,
    ]);
    expect([read[1], read[2]]).toEqual([
      `${key('B')}\n`,
      expect.stringContaining(`PresharedKey = ${key('D')}\n`),
    ]);
    expect(await readdir(folder)).toEqual(['comet0.conf']);
    await device.close();
    expect(await readdir(folder)).toEqual([]);
  });

  test('reports a removed link, and a service that does not start', async () => {
    let gone = false;
    const { run } = recordedTools((call) =>
      gone && call.startsWith('wg.exe show') ? { code: 1, stderr: 'Unable to access interface' } : undefined,
    );
    const wireguard = windowsWireguard(run, { name: 'comet0', stateDir: folder }, silentLog);
    const died = new Promise((resolve) => wireguard.onDeath(resolve));
    await wireguard.ready(key('B'));
    gone = true;
    await expect(wireguard.peer()).rejects.toThrow('Unable');
    expect(await died).toContain('Unable');
    const none = recordedTools((call) =>
      call.includes('/install') ? { code: 1, stderr: 'denied' } : undefined,
    );
    await expect(
      openWindowsDevice(none.run, { name: 'comet0', mtu: 1420, stateDir: folder }),
    ).rejects.toThrow('denied');
    expect(none.calls.at(-1)).toBe('wireguard.exe /uninstalltunnelservice comet0');
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([...hostileWords, `${key('A')}\r\nPostUp = calc`])(
    'rejects a key that would become a separate line: %j',
    (word) => {
      expect(() => tunnelServiceConfig(word, 1420)).toThrow(TypeError);
      expect(() => tunnelServiceConfig(key('A'), Number(word))).toThrow(TypeError);
    },
  );
});

describe('routes and resolvers of Windows', () => {
  test('the tunnel gets its addresses, then both halves of the address space', async () => {
    const { run, calls } = recordedTools();
    const routing = windowsRouting(run, 'comet0');
    await routing.raise(addresses);
    expect(calls).toEqual([
      'netsh.exe interface ipv4 set address name=comet0 source=static address=100.64.3.4 mask=255.255.255.255 store=active',
      'netsh.exe interface ipv6 add address interface=comet0 address=fd00:c0:e7:304::1/128 store=active',
      'netsh.exe interface ipv4 add route prefix=0.0.0.0/1 interface=comet0 nexthop=0.0.0.0 metric=0 store=active',
      'netsh.exe interface ipv4 add route prefix=128.0.0.0/1 interface=comet0 nexthop=0.0.0.0 metric=0 store=active',
      'netsh.exe interface ipv6 add route prefix=::/1 interface=comet0 nexthop=:: metric=0 store=active',
      'netsh.exe interface ipv6 add route prefix=8000::/1 interface=comet0 nexthop=:: metric=0 store=active',
    ]);
    calls.length = 0;
    await routing.lower();
    expect(calls).toHaveLength(6);
    expect(calls.every((call) => call.includes(' delete '))).toBe(true);
    for (let step = 0; step < 6; step += 1) {
      const broken = recordedTools((_, index) => (index === step ? { code: 1, stderr: 'no' } : undefined));
      await expect(windowsRouting(broken.run, 'comet0').raise(addresses), `${step}`).rejects.toThrow('no');
    }
  });

  test('sends every query to the tunnel’s resolvers, and a later process reverts that', async () => {
    const { run, calls } = recordedTools();
    await windowsDns(run, 'comet0').use(['100.64.0.1', '100.64.0.2'], 'comet0');
    expect(calls.slice(0, 2)).toEqual([
      'netsh.exe interface ipv4 set dnsservers name=comet0 source=static address=100.64.0.1 register=none validate=no',
      'netsh.exe interface ipv4 add dnsservers name=comet0 address=100.64.0.2 index=2 validate=no',
    ]);
    expect(calls[2]).toContain("Add-DnsClientNrptRule -Namespace '.' -NameServers '100.64.0.1','100.64.0.2'");
    calls.length = 0;
    await windowsDns(run, 'comet0').restore();
    expect(calls[0]).toMatch(/Comment -eq 'Comet VPN' \| Remove-DnsClientNrptRule -Force/);
    const broken = recordedTools((call) =>
      call.startsWith('powershell') ? { code: 1, stderr: 'no' } : undefined,
    );
    await expect(windowsDns(broken.run, 'comet0').use(['100.64.0.1'], 'comet0')).rejects.toThrow('no');
    await expect(windowsDns(broken.run, 'comet0').restore()).rejects.toThrow('no');
  });

  test.each(hostileWords)(
    'rejects an address that would become a separate argument or a script: %j',
    async (word) => {
      const { run, calls } = recordedTools();
      await expect(windowsRouting(run, 'comet0').raise({ ...addresses, ipv4: word })).rejects.toThrow(
        TypeError,
      );
      await expect(
        Promise.resolve().then(() => windowsDns(run, 'comet0').use([word], 'comet0')),
      ).rejects.toThrow(TypeError);
      expect(() => windowsDns(run, `${word}'`)).toThrow(TypeError);
      expect(calls).toEqual([]);
    },
  );
});

test('the folder of secrets belongs to administrators; only they and the system can access it', async () => {
  const { run, calls } = recordedTools();
  const path = join(folder, 'Comet');
  await ownFolderOnWindows(run)(path);
  expect(calls).toEqual([
    `icacls.exe ${path} /setowner *S-1-5-32-544 /t /l /q`,
    `icacls.exe ${path} /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F /q`,
  ]);
  const denied = recordedTools(() => ({ code: 5, stderr: 'denied' }));
  await expect(ownFolderOnWindows(denied.run)(path)).rejects.toThrow('denied');
});

test('identifies a network of Windows by its router’s hardware address, for any link name', async () => {
  const reported = { link: "WLAN ‘2’'; reboot", router: '192.168.1.1', hardware: '00-1E-AB-CD-EF-01' };
  const { run } = recordedTools(() => ({ stdout: JSON.stringify(reported) }));
  expect(await windowsNetwork(run, 'comet0')).toMatchObject({ isNamed: true });
  const unknown = recordedTools(() => ({
    stdout: JSON.stringify({ ...reported, hardware: '00-00-00-00-00-00' }),
  }));
  expect(await windowsNetwork(unknown.run, 'comet0')).toMatchObject({ isNamed: false });
  expect(await windowsNetwork(recordedTools().run, 'comet0')).toBeNull();
});

test('passes any script to PowerShell unchanged', () => {
  const script = `'a' | Write-Output "b" ‘c’ \n`;
  expect(Buffer.from(powershellArgs(script).at(-1) ?? '', 'base64').toString('utf16le')).toBe(script);
});
