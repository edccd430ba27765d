import { expect, test } from 'vitest';
import { type installedClient, killMainProcess, requestsUntilSeenAs } from './installed-client.ts';
import type { InstalledService } from './installed-service.ts';

interface Machines {
  readonly service: InstalledService;
  readonly user: ReturnType<typeof installedClient>;
}

/** Tests of cometd's other features with the privileges of its unit. */
export function testClientFeatures(machines: () => Machines): void {
  const homeAddress = (): string => machines().service.lab.hosts.router.ipv4;
  const gateway = (): string => machines().service.lab.hosts['gw-nl'].ipv4;

  test('excluded networks and programs bypass the tunnel', async () => {
    const { service, user } = machines();
    const { echoUrl, otherSiteUrl } = service.lab;
    await user.connectWith('wireguard');
    await user.comet('split', 'add-network', `${new URL(otherSiteUrl.ipv4).hostname}/32`);
    await user.comet('split', 'exclude');
    expect(await user.seen(otherSiteUrl.ipv4)).toBe(homeAddress());
    expect(await user.seen(echoUrl.ipv4)).toBe(gateway());
    const curl = ['curl', '-sS', '--max-time', '5', echoUrl.ipv4];
    expect((await user.asService(...curl)).trim()).toBe(gateway());
    expect((await user.asService('comet', 'exclude', ...curl)).trim()).toBe(homeAddress());
    // Runs as a user in the group.
    const groupMember = ['setpriv', '--reuid=65534', '--regid=comet', '--clear-groups'];
    expect((await user.asService(...groupMember, 'comet', 'exclude', ...curl)).trim()).toBe(homeAddress());
    // A listed program is excluded for any parent process and user.
    const listedProgram = '/usr/local/bin/named';
    await service.client.output('cp', '/bin/bash', listedProgram);
    await user.comet('split', 'add-app', listedProgram);
    expect(
      (await user.asService(...requestsUntilSeenAs(listedProgram, echoUrl.ipv4, homeAddress()))).trim(),
    ).toBe(homeAddress());
    await user.comet('split', 'off');
    await user.comet('split', 'remove-app', listedProgram);
    await user.comet('split', 'remove-network', `${new URL(otherSiteUrl.ipv4).hostname}/32`);
    expect(await user.seen(otherSiteUrl.ipv4)).toBe(gateway());
  });

  test('a killed cometd restarts under lockdown and keeps the tunnel without leaks', async () => {
    const { service, user } = machines();
    await user.comet('lockdown', 'on');
    for (const protocol of ['wireguard', 'openvpn']) {
      await user.connectWith(protocol);
      const restarted = killMainProcess(service.client, 'cometd.service');
      expect(await user.seen()).not.toBe(homeAddress());
      await restarted;
      await expect.poll(() => user.status().catch(String)).toMatchObject({ state: 'connected' });
      expect(await user.egressIsGateway()).toBe(true);
    }
  });

  test('lockdown blocks traffic without a tunnel, without cometd and from boot', async () => {
    const { service, user } = machines();
    await user.comet('disconnect');
    expect(await user.seen()).toBeNull();
    await service.client.output('systemctl', 'stop', 'cometd.service');
    expect(await user.seen()).toBeNull();
    await service.client.output('nft', 'delete', 'table', 'inet', 'comet');
    expect(await user.seen()).toBe(homeAddress());
    await service.client.output('systemctl', 'restart', 'comet-lockdown.service');
    expect(await user.seen()).toBeNull();
    await service.client.output('systemctl', 'start', 'cometd.service');
    await expect.poll(() => user.comet('lockdown', 'off').catch(String)).not.toMatch(/^Error/);
    expect(await user.seen()).toBe(homeAddress());
  });

  test('DNS queries use the tunnel, with systemd-resolved and with resolv.conf only', async () => {
    const { service, user } = machines();
    const { client, lab } = service;
    const LAN = 'nameserver 192.168.77.1\n';
    const resolversAskedFor = async (name: string): Promise<readonly string[]> => {
      await client.run(['getent', 'hosts', name]);
      const queries = (await lab.dnsQueries()).filter((query) => query.name === name);
      return [...new Set(queries.map(({ server }) => server))];
    };
    await user.connectWith('wireguard');
    expect(await resolversAskedFor('one.comet.test')).toEqual(['203.0.113.53']);
    await user.comet('disconnect');
    await client.output('systemctl', 'stop', 'systemd-resolved.service');
    await client.output('rm', '/etc/resolv.conf');
    await client.write('/etc/resolv.conf', LAN);
    await client.output('systemctl', 'restart', 'cometd.service');
    await expect.poll(() => user.connectWith('wireguard').then(() => 'connected', String)).toBe('connected');
    expect(await resolversAskedFor('two.comet.test')).toEqual(['203.0.113.53']);
    // Replaces the file like a DHCP client.
    await client.output(
      'sh',
      '-c',
      'echo nameserver 192.168.77.1 > /etc/new && mv /etc/new /etc/resolv.conf',
    );
    await expect.poll(() => client.output('cat', '/etc/resolv.conf')).not.toContain('192.168.77.1');
    expect(await resolversAskedFor('three.comet.test')).toEqual(['203.0.113.53']);
    await user.comet('disconnect');
    expect(await client.output('cat', '/etc/resolv.conf')).toBe(LAN);
    expect(await resolversAskedFor('four.comet.test')).toEqual(['192.168.77.1']);
  });

  test('writes a report, and comet check shows the gateway’s address', async () => {
    const { service, user } = machines();
    await user.connectWith('wireguard');
    const file = '/root/report.tar';
    await service.client.output('rm', '-f', file);
    await user.comet('report', file);
    const read = (name: string) => service.client.output('tar', '-xOf', file, `comet-report/${name}`);
    expect(await read('state.json')).toContain('"connected"');
    for (const name of ['firewall.txt', 'rules-4.txt', 'links.txt'])
      expect(await read(name)).not.toMatch(/^$| ended with /);
    expect(await user.comet('check')).toContain(gateway());
  });

  test('downloads a newer version to a folder that apt can read', async () => {
    const { service, user } = machines();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ version: '9.0.0' });
    await fetch(`${service.stack.addresses.sandbox}/control/releases`, { method: 'POST', headers, body });
    const output = await user.comet('update');
    expect(output).toContain('Update available: 9.0.0');
    const [file = ''] = /\/var\/cache\/comet\/\S+\.deb/.exec(output) ?? [];
    const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'cat', file];
    expect((await service.client.run(asNobody)).code).toBe(0);
  });
}
