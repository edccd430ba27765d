import {
  type BlockReason,
  isAccountRefusal,
  isAnyCity,
  outsideOf,
  type Place,
  type Snapshot,
} from '@comet/tunnel-protocol';
import {
  blockTexts,
  choiceNames,
  platformFeatureNames,
  commandErrorTexts,
  exitTexts,
  cometTexts as texts,
  featureTexts,
  stateTexts,
  updateRefusalTexts,
  wayName,
} from '@comet/texts/tunnel';
import { describeFeatures, featureWords } from './describe-features.ts';
import { onOneLine } from './printable.ts';
import type { Refused } from './daemon-socket.ts';

/** The snapshot as a person reads it, a thought a line. */
export function describe(snapshot: Snapshot): readonly string[] {
  const { tunnel, account, settings, traffic } = snapshot;
  const lines = [...describeTunnel(snapshot), ...describeOutside(snapshot)];
  if (snapshot.quantumResistant === true) lines.push(featureTexts.quantumResistant);
  if (traffic !== null) lines.push(texts.traffic(formatBytes(traffic.received), formatBytes(traffic.sent)));
  lines.push(account === null ? texts.notSignedIn : texts.account(account.email, account.device));
  if (snapshot.signOutUntold === true) lines.push(texts.signOutUntold);
  if (settings.lockdown && !(tunnel.state === 'error' && tunnel.reason === 'locked_down'))
    lines.push(texts.lockdown.on);
  if (settings.allowLan) lines.push(texts.lan.on);
  if (snapshot.unsupported !== undefined && snapshot.unsupported.length > 0)
    lines.push(texts.unsupported(snapshot.unsupported.map((feature) => platformFeatureNames[feature])));
  // A pause and what leaves outside the tunnel are told with the state already.
  const told = [...lines, ...(outsideOf(snapshot) === null ? [] : [featureWords['split.list'](settings)])];
  lines.push(...describeFeatures(snapshot).filter((line) => !told.includes(line)));
  return lines;
}

/** What leaves outside the tunnel while the rest is protected or held back. */
function describeOutside(snapshot: Snapshot): readonly string[] {
  const outside = outsideOf(snapshot);
  if (outside === null) return [];
  return [
    outside.kind === 'held'
      ? featureTexts.splitHeld(outside.named)
      : featureWords['split.list'](snapshot.settings),
  ];
}

/** By what it leaves behind its gateway, where not by the gateway's own addresses. */
export function describeExit(exit: Snapshot['exit'], place: Place): readonly string[] {
  if (!exit) return [];
  const leaves = exitTexts.leaves(exit, formatBytes);
  return exit.type !== 'dedicated' && isAnyCity(place.location) ? [leaves, exitTexts.anyCityNow] : [leaves];
}

/** The tunnel's part of it: its state, and where it failed what that means for traffic and what ends it. */
export function describeTunnel({ tunnel, settings, exit }: Snapshot): readonly string[] {
  switch (tunnel.state) {
    case 'connected':
      return [
        texts.connected(nameOf(tunnel.place), tunnel.link.endpoint),
        ...(tunnel.via === undefined ? [] : [featureTexts.enters(nameOf(tunnel.via))]),
        tunnel.fallbackFrom === undefined
          ? texts.by(wayName(tunnel.link))
          : texts.fallback[settings.postQuantum ? 'postQuantum' : 'plain'](
              wayName(tunnel.link),
              choiceNames[tunnel.fallbackFrom],
            ),
        ...describeExit(exit, tunnel.place),
        ...(tunnel.standsInFor === null ? [] : [texts.standsIn(tunnel.standsInFor)]),
      ];
    case 'connecting':
      return [describeConnecting(tunnel.place, tunnel.attempt)];
    case 'disconnected':
      if (tunnel.refusal !== undefined) return [describeRefused(tunnel.refusal)];
      return [settings.pausedUntil === null ? texts.disconnected : featureWords.pause(settings)];
    case 'disconnecting':
      return [stateTexts.disconnecting];
    case 'error': {
      const { what, next } = blockTexts[tunnel.reason];
      if (tunnel.reason === 'locked_down') return [texts.failed(what, next)];
      const words = (tunnel.blocking ? texts.failedBlocking : texts.failedOpen)(what, next);
      const opens = tunnel.blocking && isAccountRefusal(tunnel.reason) ? [texts.dashboardOpens] : [];
      if (tunnel.retryAt !== null) return [words, texts.retryAt(timeOf(new Date(tunnel.retryAt))), ...opens];
      return [words, ...(tunnel.blocking && !settings.lockdown ? [texts.letOut] : []), ...opens];
    }
  }
}

/** A connect that the account refused, where nothing was connected before. */
function describeRefused(refusal: BlockReason): string {
  const { what, next } = blockTexts[refusal];
  return texts.refused(what, next);
}

export function describeConnecting(place: Place | null, attempt: number): string {
  if (place === null) return texts.findingGateway;
  return attempt > 1 ? texts.anotherGateway(nameOf(place), attempt) : texts.connecting(nameOf(place));
}

/** Why the daemon refused, in the words for it; a tunnel that failed is told by its cause. */
export function describeRefusal({ error, detail }: Refused): string {
  if (error === 'connect_failed' && detail !== null && isBlockReason(detail)) {
    const { what, next } = blockTexts[detail];
    return texts.failed(what, next);
  }
  if (error === 'connect_refused' && detail !== null && isBlockReason(detail)) {
    const { what, next } = blockTexts[detail];
    return texts.refusedBesideTunnel(what, next);
  }
  if (error === 'api_refused' && detail !== null) return sentence(onOneLine(detail));
  if (error === 'protocol_unavailable' && detail !== null && isChoice(detail))
    return texts.unavailable(choiceNames[detail]);
  if (error === 'unsupported_here' && detail !== null && isPlatformFeature(detail))
    return texts.unsupportedHere(platformFeatureNames[detail]);
  if (error === 'update_refused' && detail !== null && isRefusedUpdate(detail))
    return updateRefusalTexts[detail];
  if (error === 'api_unreachable' && detail === 'held_back') return texts.unreachableHeldBack;
  return commandErrorTexts[error];
}

function isRefusedUpdate(detail: string): detail is keyof typeof updateRefusalTexts {
  return Object.hasOwn(updateRefusalTexts, detail);
}

function sentence(words: string): string {
  return /\p{P}$/u.test(words) ? words : `${words}.`;
}

export function nameOf(place: Place): string {
  return `${place.city}, ${place.countryName} (${place.location})`;
}

/** The time of day on this machine, `17:04:09`. */
export function timeOf(date: Date): string {
  return date.toLocaleTimeString('en-GB');
}

/** Decimal units, as everywhere in the product: 1 GB is 10^9 bytes. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const exponent = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** exponent;
  return `${exponent === 0 ? value : value.toFixed(1)} ${units[exponent]}`;
}

function isBlockReason(text: string): text is keyof typeof blockTexts {
  return Object.hasOwn(blockTexts, text);
}

function isPlatformFeature(text: string): text is keyof typeof platformFeatureNames {
  return Object.hasOwn(platformFeatureNames, text);
}

function isChoice(text: string): text is keyof typeof choiceNames {
  return Object.hasOwn(choiceNames, text);
}
