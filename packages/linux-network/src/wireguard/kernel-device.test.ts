import { describe, expect, test } from 'vitest';
import { openKernelDevice, openWireguardDevice } from './kernel-device.ts';
import type { ProcessOutcome, Runner } from '../processes/run-process.ts';
import type { WireguardDevice } from './wireguard-device.ts';

const key = Buffer.alloc(32, 1).toString('base64');
const other = Buffer.alloc(32, 2).toString('base64');
const fine: ProcessOutcome = { code: 0, stdout: '', stderr: '' };

/** A runner that records its calls and responds by the first matching prefix. */
function recorder(responses: Readonly<Record<string, Partial<ProcessOutcome>>> = {}): {
  run: Runner;
  calls: string[];
} {
  const calls: string[] = [];
  return {
    calls,
    run: async (command, args, input) => {
      const line = [command, ...args].join(' ');
      calls.push(input === '' ? line : `${line} < ${input}`);
      const match = Object.entries(responses).find(([start]) => line.startsWith(start));
      return { ...fine, ...match?.[1] };
    },
  };
}

/** The same with an existing interface of that name until it is deleted. */
function leftBehind(responses: Readonly<Record<string, Partial<ProcessOutcome>>> = {}) {
  const { run: response, calls } = recorder(responses);
  const run: Runner = async (command, args, input) => {
    const outcome = await response(command, args, input);
    const isThere = args[1] === 'add' && !calls.includes('ip link delete dev wg0');
    return isThere ? { ...outcome, code: 2, stderr: 'RTNETLINK answers: File exists\n' } : outcome;
  };
  return { run, calls };
}

const opening = ['ip link add dev wg0 type wireguard', 'ip link set dev wg0 mtu 1420', 'wg show wg0 dump'];

describe('a kernel device', () => {
  test('is created with as few processes as possible', async () => {
    const { run, calls } = recorder();
    const device = await openKernelDevice({ name: 'wg0', mtu: 1420 }, run);
    expect(calls).toEqual(opening);
    expect([device.kind, device.adopted]).toEqual(['kernel', false]);
  });

  test('replaces an existing interface', async () => {
    const { run, calls } = leftBehind();
    const device = await openKernelDevice({ name: 'wg0', mtu: 1420 }, run);
    expect(calls).toEqual([opening[0], 'ip link delete dev wg0', ...opening]);
    expect(device.adopted).toBe(false);
  });

  test('adopts an existing interface with this key and port, including preshared keys', async () => {
    const dump = `${key}\t${other}\t7\toff\n${other}\t${key}\t(none)\t(none)\t0\t0\t0\toff\n${key}\t(none)\t(none)\t(none)\t0\t0\t0\toff\n`;
    const { run, calls } = recorder({
      'ip -o link show': { stdout: '4: wg0: <POINTOPOINT>' },
      'wg show': { stdout: dump },
    });
    const adopt = { privateKey: key, listenPort: 7 };
    const device = await openKernelDevice({ name: 'wg0', mtu: 1420, adopt }, run);
    expect(device.adopted).toBe(true);
    expect(await device.presharedKeys()).toEqual(new Map([[other, key]]));
    await device.leave();
    expect(calls.filter((call) => /delete|add/.test(call))).toEqual([]);
  });

  test.each([
    ["wireguard-go's interface", '', key, 7],
    ['one with another key', '4: wg0:', other, 7],
    ['one with another port', '4: wg0:', key, 8],
  ])('replaces %s instead of adopting it', async (_, link, privateKey, listenPort) => {
    const { run, calls } = leftBehind({
      'ip -o link show': { stdout: link },
      'wg show': { stdout: `${key}\t${other}\t7\toff\n` },
    });
    const adopt = { privateKey, listenPort };
    const device = await openKernelDevice({ name: 'wg0', mtu: 1420, adopt }, run);
    expect(device.adopted).toBe(false);
    expect(calls).toContain('ip link delete dev wg0');
  });

  test('changes peers by deltas: removals, then additions', async () => {
    const { run, calls } = recorder();
    const device = await openKernelDevice({ name: 'wg0', mtu: 1420 }, run);
    await device.configure({ privateKey: key, listenPort: 7 });
    await device.apply({ set: [{ publicKey: key, allowedIps: ['10.0.0.1/32'] }], remove: [other] });
    expect(calls.slice(opening.length)).toEqual([
      `wg set wg0 listen-port 7 private-key /dev/stdin < ${key}\n`,
      `wg set wg0 peer ${other} remove`,
      `wg addconf wg0 /dev/stdin < [Peer]\nPublicKey = ${key}\nPresharedKey = ${'A'.repeat(43)}=\nPersistentKeepalive = 0\nAllowedIPs = 10.0.0.1/32\n`,
    ]);
  });

  test('removes only unlisted peers when it replaces all, so that the others keep their sessions', async () => {
    const line = (one: string): string => `${one}\t(none)\t(none)\t(none)\t0\t0\t0\toff\n`;
    const { run, calls } = recorder({ 'wg show': { stdout: `own\n${line(key)}${line(other)}` } });
    const device = await openKernelDevice({ name: 'wg0', mtu: 1420 }, run);
    await device.apply({ set: [{ publicKey: key, allowedIps: [] }], replaceAll: true });
    expect(calls).toContain(`wg set wg0 peer ${other} remove`);
    expect(calls).not.toContain(`wg set wg0 peer ${key} remove`);
  });

  test('sends nothing when any field is invalid', async () => {
    const { run, calls } = recorder();
    const device = await openKernelDevice({ name: 'wg0', mtu: 1420 }, run);
    const set = [{ publicKey: key, allowedIps: ['10.0.0.1/32\nPostUp = x'] }];
    await expect(device.apply({ remove: [other], set })).rejects.toThrow(TypeError);
    expect(calls).toEqual(opening);
  });

  test('is adopted where it was created for this process and is unused', async () => {
    const line = `own\t(none)\t0\toff\n${key}\t(none)\t(none)\t(none)\t0\t0\t0\toff\n`;
    for (const used of ['own\tpublic\t0\toff\n', line.replace('own', '(none)')]) {
      const { run, calls } = recorder({ 'wg show': { stdout: used } });
      await expect(openKernelDevice({ name: 'wg0', mtu: 1420 }, run, 'blank')).rejects.toThrow('in use');
      expect(calls).toEqual(['wg show wg0 dump']);
    }
    const { run, calls } = recorder({ 'wg show': { stdout: '(none)\t(none)\t0\toff\n' } });
    await openKernelDevice({ name: 'wg0', mtu: 1420 }, run, 'blank');
    expect(calls).not.toContain('ip link add dev wg0 type wireguard');
  });

  test('leaves no interface where the wg tool is missing', async () => {
    const { run, calls } = recorder({ 'wg show': { code: 127, stderr: 'not found' } });
    await expect(openKernelDevice({ name: 'wg0', mtu: 1420 }, run)).rejects.toThrow('not found');
    expect(calls.at(-1)).toBe('ip link delete dev wg0');
  });

  test('reports its end if a command finds no interface', async () => {
    const { run } = recorder({ 'wg set': { code: 1, stderr: 'Unable to modify interface: No such device' } });
    const device = await openKernelDevice({ name: 'wg0', mtu: 1420 }, run);
    await expect(device.configure({ listenPort: 1 })).rejects.toThrow('No such device');
    await expect(device.died).resolves.toContain('removed');
  });

  test('is removed once, also by repeated closing', async () => {
    const { run, calls } = recorder();
    const device = await openKernelDevice({ name: 'wg0', mtu: 1420 }, run);
    await Promise.all([device.close(), device.close()]);
    expect(calls.slice(opening.length)).toEqual(['ip link delete dev wg0']);
  });
});

describe('choosing an implementation', () => {
  const options = { name: 'wg0', mtu: 1420, wireguardGo: 'wireguard-go' };
  const device = { name: 'wg0' } as WireguardDevice;
  const unsupported = {
    kernel: () => Promise.reject(new Error('Unknown device type')),
    userspace: async () => device,
  };

  test('falls back from the kernel only with `auto`', async () => {
    await expect(openWireguardDevice({ ...options, implementation: 'auto' }, unsupported)).resolves.toBe(
      device,
    );
    await expect(openWireguardDevice({ ...options, implementation: 'kernel' }, unsupported)).rejects.toThrow(
      'Unknown',
    );
  });

  test('adopts an interface created for this process, and creates its own if that is missing or in use', async () => {
    const calls: string[] = [];
    const kernel = async (_: unknown, take?: 'blank') => {
      calls.push(take ?? 'made');
      if (take === 'blank' && calls.length > 1) throw new Error('wg0 is in use');
      return device;
    };
    const open = (created: boolean) =>
      openWireguardDevice(
        { ...options, implementation: 'kernel', created: Promise.resolve(created) },
        { ...unsupported, kernel },
      );
    await open(true);
    expect(calls).toEqual(['blank']);
    await open(true);
    expect(calls).toEqual(['blank', 'blank', 'made']);
    await open(false);
    expect(calls).toEqual(['blank', 'blank', 'made', 'made']);
  });

  test('refuses a name that could be an option or a path', async () => {
    for (const name of ['-a', '../x', 'a b', '', 'a'.repeat(16)])
      await expect(
        openWireguardDevice({ ...options, name, implementation: 'auto' }, unsupported),
      ).rejects.toThrow(TypeError);
  });
});
