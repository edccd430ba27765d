import { expect, test } from 'vitest';
import type { RunTool } from '../platform/system/run-tool.ts';
import type { KernelTables } from './kernel-tables.ts';
import { currentNetwork } from './network-identity.ts';

const routesHead =
  'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT      \n';
const neighboursHead = 'IP address       HW type     Flags       HW address            Mask     Device\n';
const lan = 'wlan0\t0001A8C0\t00000000\t0001\t0\t0\t600\t00FFFFFF\t0\t0\t0      \n';
const home = `${lan}wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0      \n`;
const cable = 'eth0\t00000000\t0100000A\t0003\t0\t0\t100\t00000000\t0\t0\t0      \n';
const modem = 'wwan0\t00000000\t00000000\t0001\t0\t0\t0\t00000000\t0\t0\t0      \n';
const tunnel = 'comet0\t00000000\t00000000\t0001\t0\t0\t0\t00000000\t0\t0\t0      \n';
const refused = '*\t00000000\t00000000\t0201\t0\t0\t10\t00000000\t0\t0\t0      \n';

/** Kernel tables with these routes and these routers' hardware addresses. */
function tables(routes: string, ...neighbours: readonly (readonly [string, string, string])[]): KernelTables {
  const known = neighbours.map(
    ([host, hardware, dev]) => `${host.padEnd(17)}0x1         0x2         ${hardware}     *        ${dev}\n`,
  );
  return { routes: routesHead + routes, neighbours: neighboursHead + known.join('') };
}

/** A fake `ip` of a machine with these default routes of IPv6. */
const ip =
  (routes: unknown): RunTool =>
  () =>
    Promise.resolve({ code: 0, stdout: JSON.stringify(routes), stderr: '' });

const here = (kernel: KernelTables, run = ip([])) => currentNetwork(kernel, run, ['comet0']);

test('identifies a network by its router’s IP and hardware addresses', async () => {
  const at = (hardware: string) => here(tables(home, ['192.168.1.1', hardware, 'wlan0']));
  const one = await at('02:00:00:00:00:01');
  expect(one).toMatchObject({ isNamed: true, name: 'wlan0 behind 192.168.1.1' });
  expect(one?.id).toMatch(/^[0-9a-f]{32}$/);
  expect(await at('02:00:00:00:00:01')).toEqual(one);
  expect((await at('02:00:00:00:00:02'))?.id).not.toBe(one?.id);
});

test('uses the effective route, and never the tunnel’s or a rejecting one', async () => {
  const both = tables(refused + tunnel + home + cable, ['10.0.0.1', '02:00:00:00:00:03', 'eth0']);
  expect(await here(both)).toMatchObject({ name: 'eth0 behind 10.0.0.1' });
  expect(await here(tables(tunnel))).toBeNull();
  expect(await here(tables(refused))).toBeNull();
});

test('returns no network without a default route, with missing files, or if `ip` prints something else', async () => {
  expect(await here(tables(lan))).toBeNull();
  expect(await here({ routes: '', neighbours: '' })).toBeNull();
  expect(await here(tables(''), ip({ nonsense: true }))).toBeNull();
});

const waited = '192.168.1.1      0x1         0x0         00:00:00:00:00:00     *        wlan0\n';
test.each([
  ['a router without a neighbour entry', tables(home), ip([])],
  [
    'a router whose address is being resolved',
    { ...tables(home), neighbours: neighboursHead + waited },
    ip([]),
  ],
  ['a neighbour of that address elsewhere', tables(home, ['192.168.1.1', 'aa', 'eth0']), ip([])],
  ['a modem', tables(modem), ip([])],
  ['IPv6 only', tables(''), ip([{ dst: 'default', gateway: 'fe80::1', dev: 'wlan0', metric: 600 }])],
])('%s is an unnamed network', async (_, kernel, run) => {
  expect(await here(kernel, run)).toMatchObject({ isNamed: false });
});
