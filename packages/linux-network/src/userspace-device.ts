import { runIp } from './run-ip.ts';
import { parseUapiStatus, uapiGet, uapiSetDevice, uapiSetPeers } from './uapi.ts';
import { uapiConnection } from './uapi-connection.ts';
import { startWireguardGo, takeOver, uapiSocketPath } from './userspace-process.ts';
import { checkChange } from './wireguard-checks.ts';
import type { OpenWireguardOptions, PeerChange, WireguardDevice } from './wireguard-device.ts';

/** A device whose packets wireguard-go moves. Rejects when it cannot be started; nothing is left behind then. */
export async function openUserspaceDevice(
  options: Pick<OpenWireguardOptions, 'name' | 'mtu' | 'wireguardGo'>,
): Promise<WireguardDevice> {
  const { name } = options;
  await takeOver(name);
  const plane = await startWireguardGo(options.wireguardGo, name);
  const connection = uapiConnection(uapiSocketPath(name));
  let closing = false;
  const died = new Promise<string>((resolve) => {
    void plane.ended.then((reason) => {
      if (!closing) resolve(`wireguard-go ${reason}`);
    });
  });

  async function close(): Promise<void> {
    closing = true;
    connection.close();
    await plane.stop();
  }

  async function status() {
    return parseUapiStatus(await connection.request(uapiGet));
  }

  async function apply(change: PeerChange): Promise<void> {
    checkChange(change);
    const remove = change.replaceAll === true ? await strangers(change) : change.remove;
    await connection.request(uapiSetPeers({ ...change, ...(remove === undefined ? {} : { remove }) }));
  }

  /** `replace_peers` would also end the sessions of the peers that stay, so the others are removed one by one. */
  async function strangers(change: PeerChange): Promise<readonly string[]> {
    const kept = new Set(change.set?.map((peer) => peer.publicKey));
    return (await status()).map((peer) => peer.publicKey).filter((key) => !kept.has(key));
  }

  try {
    await runIp([{ kind: 'link-mtu', link: name, mtu: options.mtu }]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name,
    kind: 'userspace',
    pid: plane.pid,
    died,
    configure: async (settings) => {
      await connection.request(uapiSetDevice(settings));
    },
    apply,
    status,
    close,
  };
}
