import { expect, test } from 'vitest';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';

const network = signedInTestNetwork();

test('a profile restores location, transport, DNS and split tunnelling, and moves the tunnel', async () => {
  await network.comet('connect', 'nl-ams');
  await network.comet('set', 'protocol', 'openvpn');
  await network.comet('split', 'exclude');
  expect(await network.comet('profile', 'save', 'Work')).toMatchObject({
    code: 0,
    stdout: 'Work: nl-ams; OpenVPN; Comet DNS; split tunneling: exclude.\n',
  });
  await network.comet('split', 'off');
  await network.comet('set', 'protocol', 'wireguard');
  await network.comet('connect');
  expect((await network.snapshot()).tunnel).toMatchObject({ link: { protocol: 'wireguard' } });
  expect(await network.comet('profile', 'use', 'work')).toMatchObject({ code: 0 });
  const { tunnel, settings, profile } = await network.snapshot();
  expect(tunnel).toMatchObject({ state: 'connected', link: { protocol: 'openvpn' } });
  expect(settings).toMatchObject({ server: 'nl-ams', splitTunnel: { mode: 'exclude' } });
  expect(profile).toBe('Work');
});
