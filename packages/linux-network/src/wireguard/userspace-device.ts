import { taskQueue } from '@comet/foundation';
import { runIp } from '../routes/ip-batches.ts';
import { parseUapiDevice, parseUapiStatus, uapiGet, uapiSetDevice, uapiSetPeers } from './uapi.ts';
import { uapiConnection } from './uapi-connection.ts';
import { makeFree, startWireguardGo, uapiSocketPath, watchServing } from './userspace-process.ts';
import {
  type OpenWireguardOptions,
  type PeerChange,
  type WireguardDevice,
  checkChange,
} from './wireguard-device.ts';

/** The MTU of wireguard-go's links: `DefaultMTU` in its device/constants.go. */
const ownMtu = 1420;

/** The system-specific part: on macOS the same program serves the same socket, but links are configured differently. */
export interface UserspaceHost {
  /** Frees a link's name, also from a process that was not started here. */
  makeFree(wireguardGo: string, name: string): Promise<void>;
  setMtu(name: string, mtu: number): Promise<void>;
}

const linux: UserspaceHost = {
  makeFree,
  setMtu: (link, mtu) => runIp([{ kind: 'link-mtu', link, mtu }]),
};

/** Creates a device of wireguard-go. Rejects if it cannot be started, and removes what it created. */
export async function openUserspaceDevice(
  options: Pick<OpenWireguardOptions, 'name' | 'mtu' | 'wireguardGo' | 'adopt'>,
  host: UserspaceHost = linux,
  take?: 'blank',
): Promise<WireguardDevice> {
  const { name, wireguardGo } = options;
  const connection = uapiConnection(uapiSocketPath(name));
  const adopted = await canAdopt();
  if (take === 'blank') await requireBlank();
  else if (!adopted) {
    connection.close();
    await host.makeFree(wireguardGo, name);
    await startWireguardGo(wireguardGo, name);
  }
  const serving = await watchServing(name);
  if (serving === null) throw new Error('wireguard-go ended immediately after its start');
  const next = taskQueue();
  let closing = false;
  const died = new Promise<string>((resolve) => {
    void serving.gone.then(() => {
      if (!closing) resolve('wireguard-go ended');
    });
  });

  async function canAdopt(): Promise<boolean> {
    if (options.adopt === undefined) return false;
    const { privateKey, listenPort } = options.adopt;
    const left = await connection.request(uapiGet).then(parseUapiDevice, () => null);
    return left?.privateKey === privateKey && left.listenPort === listenPort;
  }

  /** An unused interface that was created for this process. */
  async function requireBlank(): Promise<void> {
    const reply = await connection.request(uapiGet);
    if (parseUapiDevice(reply).privateKey === null && parseUapiStatus(reply).length === 0) return;
    connection.close();
    throw new Error(`${name} is in use`);
  }

  async function leave(): Promise<void> {
    closing = true;
    connection.close();
    serving?.forget();
  }

  async function close(): Promise<void> {
    await leave();
    await host.makeFree(wireguardGo, name);
  }

  async function status() {
    return parseUapiStatus(await connection.request(uapiGet));
  }

  async function apply(change: PeerChange): Promise<void> {
    checkChange(change);
    const remove = change.replaceAll === true ? await unlistedPeers(change) : change.remove;
    await connection.request(uapiSetPeers({ ...change, ...(remove === undefined ? {} : { remove }) }));
  }

  /** `replace_peers` would also end the sessions of the peers that stay, so the others are removed one by one. */
  async function unlistedPeers(change: PeerChange): Promise<readonly string[]> {
    const kept = new Set(change.set?.map((peer) => peer.publicKey));
    return (await status()).map((peer) => peer.publicKey).filter((key) => !kept.has(key));
  }

  try {
    if (adopted || options.mtu !== ownMtu) {
      // wireguard-go's second process sets its own MTU before it answers.
      await status();
      await host.setMtu(name, options.mtu);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name,
    kind: 'userspace',
    adopted,
    died,
    configure: async (settings) => {
      await connection.request(uapiSetDevice(settings));
    },
    // Replacing peers takes two requests: one sent between them would lose the peer that it sets.
    apply: (change) => next(() => apply(change)),
    status,
    presharedKeys: async () => parseUapiDevice(await connection.request(uapiGet)).presharedKeys,
    leave,
    close,
  };
}
