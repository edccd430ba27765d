import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Log } from '@comet/foundation/log';
import { taskQueue } from '@comet/foundation';
import type { WireguardDevice, WireguardPeer } from '@comet/linux-network';
import type { Wireguard } from './wireguard.ts';

/** Space for WireGuard's header in 1,500 bytes over IPv6. */
const usualMtu = 1420;

/**
 * Minimum interval in ms. A responder ignores a second initiation within 20 ms, and treats one whose timestamp is not greater than the last
 * as a replay; timestamps have a resolution of up to 17 ms. The initiator would repeat it only after 5 seconds.
 */
const handshakeInterval = 150;

/** The system's part: a device, and its network link. */
interface DeviceOnSystem {
  readonly name: string;
  /** The mark of the packets that the device sends; absent where packets are not marked. */
  readonly fwmark?: number;
  /** Creates the device, and replaces one of an earlier process. */
  open(mtu: number): Promise<WireguardDevice>;
  up(): Promise<void>;
  setMtu(mtu: number): Promise<void>;
}

/** The tunnel's link on any system. */
export function wireguardBy(system: DeviceOnSystem, log: Log): Wireguard {
  const { name, fwmark } = system;
  const listeners = new Set<(reason: string) => void>();
  let device: Promise<WireguardDevice> | null = null;
  const next = taskQueue();
  let mtu = usualMtu;
  let key = '';
  let currentPeer: WireguardPeer | null = null;
  /** The peer that carries its packets, with two gateways. */
  let currentOuterPeer: WireguardPeer | null = null;
  /** Whether the device may have peers. A new one has none. */
  let mayHavePeers = false;
  /** The only peer of the device, as far as that is certain. */
  let onlyPeer: WireguardPeer | null = null;
  /** The key of a second peer that has no packets yet. */
  let prepared: string | null = null;

  async function make(): Promise<WireguardDevice> {
    const made = await system.open(usualMtu);
    mtu = usualMtu;
    key = '';
    mayHavePeers = false;
    onlyPeer = null;
    log.info({ device: name, kind: made.kind }, 'The tunnel device is ready');
    void made.died.then((reason) => {
      device = null;
      log.error({ device: name, reason }, 'The tunnel device ended');
      for (const listener of listeners) listener(reason);
    });
    await system.up();
    return made;
  }

  function opened(): Promise<WireguardDevice> {
    device ??= make().catch((error: unknown) => {
      device = null;
      throw error;
    });
    return device;
  }

  async function setMtu(wanted: number): Promise<void> {
    if (mtu === wanted) return;
    await system.setMtu(wanted);
    mtu = wanted;
  }

  async function peerWith(publicKey: string) {
    const current = await device;
    return (await current?.status())?.find((one) => one.publicKey === publicKey) ?? null;
  }

  return {
    acceptsSecondPeer: fwmark !== undefined,
    setMtu,
    async ready(privateKey) {
      await next(async () => {
        // An earlier call has done the same.
        const current = await opened();
        if (key === privateKey) return;
        await current.configure({ privateKey, ...(fwmark === undefined ? {} : { fwmark }) });
        key = privateKey;
      });
    },
    async setPeer(peer, wantedMtu, outerPeer) {
      const current = await opened();
      await setMtu(wantedMtu);
      currentPeer = peer;
      currentOuterPeer = outerPeer ?? null;
      if (outerPeer === undefined && isDeepStrictEqual(peer, onlyPeer)) return;
      // A device without peers needs no query for the replaced ones.
      const replaceAll = mayHavePeers;
      mayHavePeers = true;
      onlyPeer = null;
      prepared = null;
      await current.apply({ set: [peer, ...(outerPeer === undefined ? [] : [outerPeer])], replaceAll });
      // Another peer may have been set meanwhile.
      if (outerPeer === undefined && currentPeer === peer) onlyPeer = peer;
    },
    async setEndpoint(publicKey, endpoint) {
      const current = await device;
      if (current === null || currentPeer === null) return;
      if (currentOuterPeer?.publicKey === publicKey) {
        currentOuterPeer = { ...currentOuterPeer, endpoint };
        await current.apply({ set: [currentOuterPeer] });
        return;
      }
      if (currentPeer.publicKey !== publicKey) return;
      const isOnly = onlyPeer === currentPeer;
      const peer = { ...currentPeer, endpoint };
      currentPeer = peer;
      onlyPeer = null;
      await current.apply({ set: [peer] });
      if (isOnly && currentPeer === peer) onlyPeer = peer;
    },
    async setPresharedKey(presharedKey) {
      const current = await device;
      if (current === null || currentPeer === null) return;
      const before = currentPeer;
      const set = [{ ...before, ...(presharedKey === null ? {} : { presharedKey }) }];
      if (presharedKey !== null) await sleep(handshakeInterval);
      // The tunnel may have another peer by now.
      if (currentPeer !== before) return;
      // The next peer does not have this key.
      onlyPeer = null;
      await current.apply(presharedKey === null ? { set } : { remove: [before.publicKey], set });
    },
    async preparePeer(peer) {
      const current = await device;
      if (fwmark === undefined || current === null || currentPeer === null) return false;
      onlyPeer = null;
      const remove = prepared === null ? [] : [prepared];
      prepared = peer.publicKey;
      await current.apply({ remove, set: [{ ...peer, allowedIps: [] }] });
      return true;
    },
    async removePrepared() {
      const remove = prepared;
      prepared = null;
      if (remove !== null) await (await device)?.apply({ remove: [remove] });
    },
    async hasResponded(publicKey) {
      return ((await peerWith(publicKey))?.lastHandshake ?? null) !== null;
    },
    async clearPeers() {
      currentPeer = null;
      currentOuterPeer = null;
      onlyPeer = null;
      prepared = null;
      if (!mayHavePeers) return;
      // Before the first pause, so that a peer that is set meanwhile takes precedence.
      mayHavePeers = false;
      try {
        await (await device)?.apply({ set: [], replaceAll: true });
      } catch (error) {
        mayHavePeers = true;
        throw error;
      }
    },
    async peer() {
      const current = await device;
      return (await current?.status())?.find(({ publicKey }) => publicKey === currentPeer?.publicKey) ?? null;
    },
    peerWith,
    onDeath(listener) {
      listeners.add(listener);
    },
    async close() {
      // A device whose creation fails needs no removal.
      const current = await device?.catch(() => null);
      device = null;
      await current?.close();
    },
  };
}
