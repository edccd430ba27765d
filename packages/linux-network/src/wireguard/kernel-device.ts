import { taskQueue } from '@comet/foundation';
import { ipLine, isInterfaceName } from '../routes/ip-command-line.ts';
import { NetworkToolError, type Runner, runProcess } from '../processes/run-process.ts';
import { parseWgDevice, parseWgDump, type WgCall, wgSetDevice, changeByWg } from './wg-tool.ts';
import type { OpenWireguardOptions, PeerStatus, WireguardDevice } from './wireguard-device.ts';
import { openUserspaceDevice } from './userspace-device.ts';
import { watchServing } from './userspace-process.ts';

/** `take` adopts an existing interface, or rejects; without it, one is created. */
type Open = (options: OpenWireguardOptions, take?: 'blank') => Promise<WireguardDevice>;

interface WireguardImplementations {
  readonly kernel: Open;
  readonly userspace: Open;
}

const implementations: WireguardImplementations = {
  kernel: (options, take) => openKernelDevice(options, runProcess, take),
  userspace: (options, take) => openUserspaceDevice(options, undefined, take),
};

/**
 * Creates the interface, down and without a key, in place of one that an earlier process left under the same name, or adopts that one
 * if requested. `auto` prefers the kernel, which is faster, and falls back to wireguard-go. Rejects with the reason of the last
 * attempt.
 */
export async function openWireguardDevice(
  options: OpenWireguardOptions,
  open: WireguardImplementations = implementations,
): Promise<WireguardDevice> {
  if (!isInterfaceName(options.name)) throw new TypeError('wireguard: refused interface name');
  if ((await options.created) === true) {
    const created = await adoptCreated(options, open);
    if (created !== null) return created;
  }
  if (options.implementation === 'kernel') return open.kernel(options);
  if (options.implementation === 'userspace') return open.userspace(options);
  // Keeping existing sessions has priority over the faster implementation for new ones.
  if (options.adopt !== undefined && (await isServed(options.name))) return open.userspace(options);
  return open.kernel(options).catch(() => open.userspace(options));
}

async function adoptCreated(
  options: OpenWireguardOptions,
  open: WireguardImplementations,
): Promise<WireguardDevice | null> {
  const served = await isServed(options.name);
  return (served ? open.userspace : open.kernel)(options, 'blank').catch(() => null);
}

async function isServed(name: string): Promise<boolean> {
  const serving = await watchServing(name);
  serving?.forget();
  return serving !== null;
}

/**
 * A device of the kernel's own WireGuard. Rejects if the kernel lacks it or the wg tool is missing, and leaves no interface then. `died`
 * resolves when a command finds no interface.
 */
export async function openKernelDevice(
  options: Pick<OpenWireguardOptions, 'name' | 'mtu' | 'adopt'>,
  run: Runner,
  take?: 'blank',
): Promise<WireguardDevice> {
  const { name, mtu } = options;
  const next = taskQueue();
  const removeLink = ['ip', ...ipLine({ kind: 'link-delete', link: name }).text.split(' ')];
  const setMtu = ipLine({ kind: 'link-mtu', link: name, mtu }).text.split(' ');
  const { promise: died, resolve: die } = Promise.withResolvers<string>();
  let closing: Promise<void> | null = null;

  async function call(command: string, args: readonly string[], input = ''): Promise<string> {
    const outcome = await run(command, args, input);
    if (outcome.code === 0) return outcome.stdout;
    if (closing === null && /No such device|does not exist/.test(outcome.stderr))
      die('the interface was removed');
    throw new NetworkToolError(command, outcome.stderr);
  }

  const wg = (request: WgCall): Promise<string> => call('wg', request.args, request.input);
  const status = async (): Promise<readonly PeerStatus[]> =>
    parseWgDump(await call('wg', ['show', name, 'dump']));

  async function close(): Promise<void> {
    await run('ip', removeLink.slice(1), '');
  }

  /** wg(8) lists wireguard-go's interfaces as well, so the kernel is checked first. */
  async function canAdopt(): Promise<boolean> {
    if (options.adopt === undefined) return false;
    const { privateKey, listenPort } = options.adopt;
    const own = await run('ip', ['-o', 'link', 'show', 'dev', name, 'type', 'wireguard'], '');
    if (own.code !== 0 || own.stdout === '') return false;
    const left = await run('wg', ['show', name, 'dump'], '');
    if (left.code !== 0) return false;
    const device = parseWgDevice(left.stdout);
    return device.privateKey === privateKey && device.listenPort === listenPort;
  }

  /** An unused interface that was created for this process. */
  async function requireBlank(): Promise<void> {
    const dump = await call('wg', ['show', name, 'dump']);
    if (parseWgDevice(dump).privateKey !== '(none)' || parseWgDump(dump).length > 0)
      throw new Error(`${name} is in use`);
  }

  const adopted = await canAdopt();
  if (take === 'blank') await requireBlank();
  else if (!adopted) {
    // There is rarely one to remove, and each program costs some milliseconds.
    const add = ['link', 'add', 'dev', name, 'type', 'wireguard'];
    const added = await run('ip', add, '');
    if (added.code !== 0 && !/File exists/.test(added.stderr)) throw new NetworkToolError('ip', added.stderr);
    if (added.code !== 0) {
      await run('ip', removeLink.slice(1), '');
      await call('ip', add);
    }
  }
  try {
    await call('ip', setMtu);
    await status();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name,
    kind: 'kernel',
    adopted,
    died,
    configure: (settings) => next(async () => void (await wg(wgSetDevice(name, settings)))),
    apply: (change) => next(() => changeByWg(name, change, { status, wg })),
    status: () => next(status),
    presharedKeys: () =>
      next(async () => parseWgDevice(await call('wg', ['show', name, 'dump'])).presharedKeys),
    leave: () => next(() => Promise.resolve()),
    close: () => {
      closing ??= next(close);
      return closing;
    },
  };
}
