import { isCidr, isWireguardKey, parseEndpoint } from '@comet/foundation';
import type { DeviceSettings, PeerChange, WireguardPeer } from './wireguard-device.ts';

/**
 * Both writers (UAPI and the wg tool's) speak in lines, so a newline in any field would be a second command. These
 * checks stand before them: after a call returns, every field has the shape its type promises. They throw a TypeError
 * that names the field and never shows its value.
 */
export function checkSettings(settings: DeviceSettings): void {
  if (settings.privateKey !== undefined && !isWireguardKey(settings.privateKey)) throw refused('privateKey');
  if (settings.listenPort !== undefined && !isWhole(settings.listenPort, 65_535)) throw refused('listenPort');
  if (settings.fwmark !== undefined && !isWhole(settings.fwmark, 0xffff_ffff)) throw refused('fwmark');
}

export function checkChange(change: PeerChange): void {
  for (const key of change.remove ?? []) if (!isWireguardKey(key)) throw refused('remove');
  for (const peer of change.set ?? []) checkPeer(peer);
}

function checkPeer(peer: WireguardPeer): void {
  if (!isWireguardKey(peer.publicKey)) throw refused('publicKey');
  if (peer.presharedKey !== undefined && !isWireguardKey(peer.presharedKey)) throw refused('presharedKey');
  if (peer.endpoint !== undefined && parseEndpoint(peer.endpoint) === null) throw refused('endpoint');
  if (!peer.allowedIps.every((cidr) => isCidr(cidr))) throw refused('allowedIps');
  if (peer.persistentKeepalive !== undefined && !isWhole(peer.persistentKeepalive, 65_535))
    throw refused('persistentKeepalive');
}

function isWhole(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

function refused(field: string): TypeError {
  return new TypeError(`wireguard: refused ${field}`);
}
