import { expect, test } from 'vitest';
import type { installedClient } from './installed-client.ts';
import type { InstalledService } from './installed-service.ts';

interface Machines {
  readonly service: InstalledService;
  readonly user: ReturnType<typeof installedClient>;
}

interface ForwardedPort {
  readonly public: { readonly address: string; readonly port: number } | null;
  readonly refusal: string | null;
}

/** Port forwarding between the installed client and the installed gateway, switched by an operator. */
export function testForwardedPort(machines: () => Machines): void {
  test('comet forward opens a port that the internet reaches, keeps it through a reconnect, and closes it', async () => {
    const { service, user } = machines();
    const { client, lab, stack } = service;
    const gateway = lab.hosts['gw-nl'].ipv4;
    const setFeatures = (features: string) =>
      stack.controlPlane.operate('locations', 'set', 'nl-ams', '--features', features);
    const forwarded = async (): Promise<ForwardedPort | undefined> =>
      (JSON.parse(await user.comet('forward', 'list', '--json')) as readonly ForwardedPort[])[0];
    const publicPort = async () => (await forwarded())?.public ?? null;
    /** What a host on the internet receives at the public port; empty without a connection. */
    const received = async (port: number): Promise<string> =>
      (await lab.exec('inet', ['curl', '-s', '-m', '5', '--http0.9', `http://${gateway}:${port}/`])).stdout;
    const server =
      "require('node:net').createServer((s) => s.on('error', () => {}).end('reached')).listen(8080)";
    await client.output('systemd-run', '--quiet', '--unit=server', '/usr/lib/comet/node', '--eval', server);

    await user.connectWith('wireguard');
    await user.comet('forward', 'add', 'tcp', '8080');
    // The control: the location does not have the feature.
    expect(await forwarded()).toMatchObject({ public: null, refusal: 'not_offered' });
    await setFeatures('port_forwarding');
    const open = async () => {
      await user.connectWith('wireguard');
      return publicPort();
    };
    await expect.poll(open, { timeout: 60_000, interval: 3_000 }).toMatchObject({ address: gateway });
    const port = (await publicPort())?.port ?? 0;
    expect(await received(port)).toBe('reached');
    await user.connectWith('wireguard');
    await expect.poll(publicPort, { timeout: 10_000 }).toEqual({ address: gateway, port });
    expect(await received(port)).toBe('reached');
    await user.comet('forward', 'remove', 'tcp', '8080');
    expect(await received(port)).toBe('');
    await setFeatures('');
    await client.output('systemctl', 'stop', 'server.service');
  });
}
