import { randomUUID } from 'node:crypto';
import { freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import type { RunTool } from '../platform/system/run-tool.ts';
import { initialDaemonState, type DaemonState } from '../platform/files/daemon-state.ts';
import { linux } from '../system.linux.ts';
import { gatherReport } from './gather-report.ts';

const key = (letter: string) => Buffer.alloc(32, letter).toString('base64');

test('a report contains no secret of the machine', async () => {
  const secrets = {
    token: 'tok_a',
    email: 'ada.lovelace@example.com',
    deviceId: randomUUID(),
    deviceName: 'Ada laptop',
    privateKey: key('p'),
    publicKey: key('q'),
    ticket: `${key('t')}.${key('u')}.${key('v')}`,
    network: 'The house at the lake',
    networkId: '0123456789abcdef0123456789abcdef',
    app: '/opt/very-private/tool',
    list: 'Films of Lovelace',
    resolver: 'https://dns.example/ada-4711',
    home: 'lovelace-home',
    lan: '192.168.77.10',
    outside: '203.0.113.1',
    outside6: '2001:db8:77::10',
    mac: '02:11:22:33:44:55',
  };
  const daemonState: DaemonState = {
    ...initialDaemonState(),
    account: {
      accessToken: secrets.token,
      email: secrets.email,
      deviceId: secrets.deviceId,
      deviceName: secrets.deviceName,
    },
    key: { privateKey: secrets.privateKey, publicKey: secrets.publicKey, week: 1 },
    settings: {
      ...freshSettings,
      trustedNetworks: [{ id: secrets.networkId, name: secrets.network }],
      splitTunnel: { mode: 'exclude', apps: [secrets.app], networks: ['198.51.100.0/24'] },
      locationLists: [{ name: secrets.list, locations: ['xx-listed'] }],
      server: secrets.list,
      dns: { servers: [secrets.resolver] },
    },
    standbyTickets: [
      {
        gatewayId: 'gateway',
        publicKey: secrets.publicKey,
        ticket: secrets.ticket,
        issuedAt: '2026-11-21T10:00:00Z',
        expiresAt: '2026-11-22T10:00:00Z',
        sessionUntil: '2026-11-22T10:00:00Z',
      },
    ],
  };
  const snapshot: Snapshot = {
    tunnel: { state: 'disconnected', since: '2026-11-21T10:00:00.000Z' },
    account: { email: secrets.email, device: secrets.deviceName },
    settings: daemonState.settings,
    traffic: null,
    favourites: ['xx-favourite'],
    recents: ['xx-recent'],
    seen: { ipv4: '192.0.2.99', ipv6: null },
    budgetAlert: { month: '2026-11', percent: 80, used: 812_345_678, budget: 1_000_000_000 },
  };
  const everything = JSON.stringify({ ...secrets, home: `/home/${secrets.home}/.ssh` });
  const run: RunTool = (command) =>
    Promise.resolve({ code: 0, stdout: `${command}: ${everything}\n`, stderr: '' });
  const files = await gatherReport({
    version: '1.0.0',
    daemonState,
    snapshot,
    journal: [`admission endpoint refused ${everything}`],
    resolvConf: '/nowhere',
    commands: linux.reportCommands,
    run,
  });
  const whole = files.map(({ text }) => text).join('\n');
  for (const [name, value] of Object.entries(secrets)) expect(whole, name).not.toContain(value);
  expect(whole).not.toMatch(/xx-|192\.0\.2\.99|812345678/);
  expect(whole).toContain('"state": "disconnected"');
  expect(files.map(({ name }) => name)).toContain('firewall.txt');
});
