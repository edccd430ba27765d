import { daemonSettings } from '@comet/tunnel-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingsVersion } from '../choices/migrate.ts';
import { setUp } from './commands-under-test.ts';
import { featuresOf } from './unsupported.ts';

test.each(['/opt/app/', '//opt', '/opt/../etc', '/opt/\u{7}', '/'])(
  'a whole command line reaches no setting that the next start could not read: split add-app %j',
  async (path) => {
    const { file, run } = setUp();
    expect(await run(['split', 'add-app', path])).toMatchObject({ value: { exitCode: 2 } });
    expect(file.current.settings.splitTunnel.apps).toEqual([]);
  },
);

test('what is named for another way is listed, in force or not, and nothing changes by that', async () => {
  const { file, said, run } = setUp();
  const listed = async () => {
    said.length = 0;
    expect(await run(['split'])).toEqual({ ok: true, value: { exitCode: 0 } });
    return said.join();
  };
  expect(await listed()).toBe('All traffic takes the same way.');
  await run(['split', 'add-network', '203.0.113.0/24']);
  const { settings } = file.current;
  expect(await listed()).toBe(
    'All traffic takes the same way. Named for `comet split exclude` or `include`: 203.0.113.0/24.',
  );
  expect(file.current.settings).toBe(settings);
  await run(['split', 'exclude']);
  expect(await listed()).toBe('Outside of the tunnel go: 203.0.113.0/24.');
});

test('the commands behind a command line are checked as those of a frame are', async () => {
  const { file, run } = setUp();
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
  const setting = fc.oneof(
    fc.tuple(fc.constant('split'), fc.constantFrom('add-app', 'add-network'), fc.oneof(name, fc.webPath())),
    fc.tuple(fc.constant('set'), fc.constant('dns'), fc.oneof(name, fc.ipV4(), fc.ipV6())),
    fc.tuple(
      fc.constant('proxy'),
      fc.constant('add'),
      fc.oneof(name, fc.nat(70_000).map(String)),
      name,
      fc.constant('sticky'),
    ),
    fc.tuple(fc.constant('set'), fc.constantFrom('protocol', 'variant', 'block'), name),
  );
  await fc.assert(
    fc.asyncProperty(setting, async (words) => {
      await run(words);
      expect(daemonSettings.safeParse(file.current.settings).success).toBe(true);
    }),
  );
  const astral = '𝄞'.repeat(31);
  expect(await run(['trust', astral])).toMatchObject({ value: { exitCode: 2 } });
  expect(await run(['connect', 'x'.repeat(61)])).toMatchObject({ value: { exitCode: 2 } });
});

test.each([
  [['set', 'protocol', 'openvpn'], 'OpenVPN'],
  [['split', 'exclude'], 'Split tunnelling'],
  [['split', 'add-network', '203.0.113.0/24'], 'Split tunnelling'],
  [['connect', 'nl-ams', '--via', 'de-fra'], 'Going through two gateways'],
])('what a system cannot do is refused by its name: %j', async (words, name) => {
  const { file, said, run } = setUp(['openvpn', 'split_tunnel', 'multi_hop']);
  const before = file.current.settings;
  expect(await run(words)).toEqual({ ok: true, value: { exitCode: 1 } });
  expect(said.join('\n')).toContain(`${name} is not available on this operating system.`);
  expect(file.current.settings).toEqual(before);
});

test('settings of a machine that can do more are refused whole, what takes nothing back is not', async () => {
  const { file, said, run } = setUp(['openvpn', 'split_tunnel']);
  await run(['split', 'off']);
  await run(['set', 'protocol', 'wireguard']);
  expect(said.join()).not.toContain('not available');
  const { localProxies: _, pausedUntil: __, ...settings } = { ...file.current.settings, protocol: 'openvpn' };
  const text = JSON.stringify({ comet: 'settings', version: settingsVersion, settings });
  expect(featuresOf('settings.import', { text })).toEqual(['openvpn']);
});

test('a choice that the disk does not take holds all the same, and whoever made it is told', async () => {
  const held: boolean[] = [];
  const onSettings = () => Promise.resolve(held.push(file.current.settings.lockdown) > 0);
  const { file, run, said } = setUp([], { onSettings });
  file.full = true;
  expect(await run(['lockdown', 'on'])).toMatchObject({ value: { exitCode: 1 } });
  expect(held).toEqual([true]);
  expect(said.join()).toContain('the disk takes nothing');
});

test('so is he whose lockdown is not in force yet when the machine starts', async () => {
  const { run, said } = setUp([], { onSettings: () => Promise.resolve(false) });
  expect(await run(['lockdown', 'on'])).toMatchObject({ value: { exitCode: 1 } });
  expect(said.join()).toContain('the disk takes nothing');
});
