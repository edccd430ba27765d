import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test, vi } from 'vitest';
import type { RunTool } from '../platform/system/run-tool.ts';
import { createMeteredNetwork } from './metered-network.ts';
import { networkManagerMetering } from './network-metering.ts';

const primary =
  'get-property org.freedesktop.NetworkManager /org/freedesktop/NetworkManager org.freedesktop.NetworkManager Metered';
const device = '/org/freedesktop/NetworkManager/Devices/3';

/** A fake `busctl` of a machine whose NetworkManager manages wlan0. */
function busctl(metered: number): RunTool {
  return (program, args) => {
    const isDevice = args.includes('GetDeviceByIpIface') && args.at(-1) === 'wlan0';
    const isProperty = args.includes(device) && args.at(-1) === 'Metered';
    const isPrimary = args.slice(3).join(' ') === primary;
    const stdout = isDevice ? `o "${device}"\n` : isProperty ? `u ${metered}\n` : isPrimary ? 'u 3\n' : '';
    return Promise.resolve({ code: program === 'busctl' && stdout !== '' ? 0 : 1, stdout, stderr: '' });
  };
}

test.each([
  [0, 'unknown'],
  [1, 'yes'],
  [2, 'no'],
  [3, 'yes'],
  [4, 'no'],
  [9, 'unknown'],
])('reads NetworkManager’s value %i as %s', async (value, metering) => {
  expect(await networkManagerMetering(busctl(value), 'wlan0')).toBe(metering);
});

test('reads the primary connection where there is no IPv4 route', async () => {
  expect(await networkManagerMetering(busctl(2), undefined)).toBe('yes');
});

test('is unknown for a link that NetworkManager does not manage, and without NetworkManager', async () => {
  expect(await networkManagerMetering(busctl(1), 'eth0')).toBe('unknown');
  const missing: RunTool = () => Promise.resolve({ code: null, stdout: '', stderr: '' });
  expect(await networkManagerMetering(missing, 'wlan0')).toBe('unknown');
  const strange: RunTool = () => Promise.resolve({ code: 0, stdout: 'o "/etc/passwd"\n', stderr: '' });
  expect(await networkManagerMetering(strange, 'wlan0')).toBe('unknown');
});

function network(initial: 'yes' | 'no' | 'unknown' = 'unknown') {
  const settings = { ...freshSettings };
  const read = vi.fn<() => Promise<'yes' | 'no' | 'unknown'>>(() => Promise.resolve(initial));
  return { settings, read, metered: createMeteredNetwork({ read, settings: () => settings }) };
}

test('reports each change once, and only to listeners that are still there', async () => {
  const { read, metered } = network('yes');
  const heard: boolean[] = [];
  const stop = metered.onChange((now) => heard.push(now));
  expect(metered.isMetered()).toBe(false);
  await metered.refresh();
  await metered.refresh();
  read.mockResolvedValue('no');
  await metered.refresh();
  stop();
  read.mockResolvedValue('yes');
  await metered.refresh();
  expect(heard).toEqual([true, false]);
  expect(metered.isMetered()).toBe(true);
});

test('the user’s choice replaces the system’s value, and takes effect at once', async () => {
  const { settings, metered } = network('yes');
  await metered.refresh();
  const heard: boolean[] = [];
  metered.onChange((now) => heard.push(now));
  settings.metered = 'no';
  metered.settingsChanged();
  expect([metered.current(), metered.isMetered()]).toEqual(['no', false]);
  settings.metered = 'yes';
  metered.settingsChanged();
  expect([metered.current(), metered.isMetered()]).toEqual(['yes', true]);
  expect(heard).toEqual([false, true]);
});

test('a failed reading is unknown, and not metered', async () => {
  const { read, metered } = network('yes');
  await metered.refresh();
  read.mockRejectedValue(new Error('no default route'));
  await metered.refresh();
  expect([metered.current(), metered.isMetered()]).toEqual(['unknown', false]);
});

test('a reading that is overtaken by a later one is ignored', async () => {
  const { read, metered } = network();
  const slow = Promise.withResolvers<'yes'>();
  read.mockReturnValueOnce(slow.promise).mockResolvedValueOnce('no');
  const first = metered.refresh();
  await metered.refresh();
  slow.resolve('yes');
  await first;
  expect(metered.current()).toBe('no');
});
