import { api } from '@comet/contract';
import { isServingTunnels } from '@comet/stack';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type Customer, newCustomerWithPlan } from '../support/customer.ts';
import { testBridgeUnit } from './bridge-unit.ts';
import { testClientFeatures } from './client-features.ts';
import { testForwardedPort } from './forwarded-port.ts';
import { exposureOf, installedClient, killMainProcess, unitProperty } from './installed-client.ts';
import { type InstalledService, installService } from './installed-service.ts';
import { missingPrerequisite } from './missing-prerequisite.ts';

const UNIT = 'comet-gateway.service';
const missing = await missingPrerequisite();

let service: InstalledService;
let customer: Customer;
let user: ReturnType<typeof installedClient>;

const mainPid = (): Promise<string> => unitProperty(service.gateway, UNIT, 'MainPID');
/** Returns our processes on the gateway's machine and the VPN programs that they started. */
async function gatewayProcesses() {
  const lines = (await service.gateway.output('ps', '-eo', 'pid=,ppid=,args=')).trim().split('\n');
  return lines
    .map((line) => {
      const [pid = '', ppid = '', ...args] = line.trim().split(/\s+/);
      return { pid, ppid, args: args.join(' ') };
    })
    .filter(({ args }) => /comet|wireguard|openvpn|stunnel|ss-server|obfs4/.test(args));
}
const dnsFilters = async () =>
  (await gatewayProcesses()).filter(({ args }) => args.includes('/comet-dns-filter'));

// Not skipIf: nothing is skipped if all prerequisites exist; otherwise the reason is reported.
test.for(missing === null ? [] : [missing])('packages under systemd', (reason, { skip }) => skip(reason));

describe.for(missing === null ? ['packages under systemd'] : [])('%s', () => {
  beforeAll(async () => {
    service = await installService(inject('packages'));
    user = installedClient(service);
    const { addresses } = service.stack;
    customer = await newCustomerWithPlan(addresses);
    const login = ['comet', 'login', '--email', customer.email];
    const { code, stdout, stderr } = await service.client.run(login, { input: `${customer.password}\n` });
    if (code !== 0) throw new Error(stdout + stderr);
  }, 900_000);
  afterAll(() => service?.close());

  test('the gateway offers every protocol', async () => {
    await vi.waitFor(
      async () => {
        expect(await isServingTunnels(service.lab, 'gw-nl')).toBe(true);
        const { locations } = await customer.client.call(api.listLocations, {});
        expect(locations.find(({ code }) => code === 'nl-ams')).toMatchObject({
          online: true,
          protocols: ['wireguard', 'openvpn'],
          variants: ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'],
        });
      },
      { timeout: 60_000, interval: 200 },
    );
  });

  test.each([
    ['cometd.service', 3.4],
    ['comet-lockdown.service', 1.6],
  ])('systemd-analyze rates the exposure of %s at most %d', async (unit, limit) => {
    expect(await exposureOf(service.client, unit)).toBeLessThanOrEqual(limit);
  });

  test.each([
    ['wireguard', 'automatic'],
    ['openvpn', 'udp'],
    ['openvpn', 'tcp'],
    ['openvpn', 'tls'],
    ['openvpn', 'shadowsocks'],
    ['openvpn', 'obfs4'],
  ])('traffic passes through a tunnel by %s, %s', async (protocol, variant) => {
    await user.connectWith(protocol, variant);
    const link = protocol === 'wireguard' ? { protocol } : { protocol, variant };
    expect((await user.status()).link).toMatchObject(link);
    expect(await user.egressIsGateway()).toBe(true);
  });

  testClientFeatures(() => ({ service, user }));
  testForwardedPort(() => ({ service, user }));
  testBridgeUnit(() => ({ service, user }));

  test.each([
    ['wireguard', 'openvpn'],
    ['openvpn', 'wireguard'],
  ])('systemd restarts a killed agent: %s stays up, DNS works, and %s connects', async (running, next) => {
    await user.connectWith(running);
    const agent = await mainPid();
    const [dnsFilter] = await dnsFilters();
    expect(dnsFilter).toMatchObject({ ppid: agent });
    const again = killMainProcess(service.gateway, UNIT);
    expect(await user.egressIsGateway()).toBe(true);
    const ppid = await again;
    await expect.poll(dnsFilters).toEqual([expect.objectContaining({ ppid })]);
    // Which family curl prefers differs between releases.
    const { ipv4, ipv6 } = service.lab.hosts['gw-nl'];
    await expect.poll(() => user.seen(service.lab.echoUrl.name)).toBeOneOf([ipv4, ipv6]);
    await user.connectWith(next);
    expect(await user.egressIsGateway()).toBe(true);
    expect(await mainPid()).toBe(ppid);
  });

  test('a stopped gateway leaves no process, link, rule or table, and starts again', async () => {
    await service.gateway.output('systemctl', 'stop', UNIT);
    expect(await gatewayProcesses()).toEqual([]);
    const links = JSON.parse(await service.gateway.output('ip', '-json', 'link')) as {
      readonly ifname: string;
    }[];
    expect(links.map(({ ifname }) => ifname)).toEqual(['lo', 'eth0']);
    expect(await service.gateway.output('nft', 'list', 'tables')).toBe('');
    await service.gateway.output('systemctl', 'start', UNIT);
    await user.comet('disconnect');
    await expect.poll(() => user.connectWith('wireguard').then(user.egressIsGateway, String)).toBe(true);
  });

  test('an agent that cannot be restarted leaves no tunnel open', async () => {
    await user.connectWith('openvpn');
    // Allows one start per minute instead of the unit's ten.
    await service.gateway.write(`/run/systemd/system/${UNIT}.d/once.conf`, '[Unit]\nStartLimitBurst=1\n');
    await service.gateway.output('systemctl', 'daemon-reload');
    const second = await killMainProcess(service.gateway, UNIT);
    await service.gateway.output('kill', '-9', second);
    await expect.poll(() => unitProperty(service.gateway, UNIT, 'ActiveState')).toBe('failed');
    await expect.poll(gatewayProcesses).toEqual([]);
    expect(await service.gateway.output('ip', 'link')).not.toContain(' wg0:');
    expect(await user.seen()).toBeNull();
  });
});
