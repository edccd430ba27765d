import type { Metering } from '@comet/tunnel-protocol';
import type { RunTool } from '../platform/system/run-tool.ts';

const service = 'org.freedesktop.NetworkManager';
const path = '/org/freedesktop/NetworkManager';
/** Without activation: NetworkManager is not started for this. A reply takes milliseconds. */
const busctl = ['--system', '--auto-start=no', '--timeout=2'] as const;
/** `NMMetered`: yes, no, and the same as a guess, for example for a phone's hotspot. */
const values: Readonly<Record<string, Metering>> = { 1: 'yes', 2: 'no', 3: 'yes', 4: 'no' };

/**
 * Reads whether NetworkManager treats the network of a link as metered; without a link, that of its primary connection. `unknown` without
 * NetworkManager, and for a link that it does not manage.
 */
export async function networkManagerMetering(run: RunTool, link: string | undefined): Promise<Metering> {
  if (link === undefined) return meteringOf(run, path, service);
  const device = await run('busctl', [
    ...busctl,
    ...['call', service, path, service, 'GetDeviceByIpIface', 's', link],
  ]);
  const [, object] = /^o "(\/org\/freedesktop\/NetworkManager\/Devices\/\d+)"\n?$/.exec(device.stdout) ?? [];
  return device.code !== 0 || object === undefined ? 'unknown' : meteringOf(run, object, `${service}.Device`);
}

async function meteringOf(run: RunTool, object: string, type: string): Promise<Metering> {
  const { code, stdout } = await run('busctl', [
    ...busctl,
    ...['get-property', service, object, type, 'Metered'],
  ]);
  const [, value = ''] = /^u (\d)\n?$/.exec(stdout) ?? [];
  return code === 0 ? (values[value] ?? 'unknown') : 'unknown';
}
