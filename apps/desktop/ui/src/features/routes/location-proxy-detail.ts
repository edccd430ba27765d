import { formatText } from '@comet/texts';
import { proxiesTexts } from '@comet/texts/desktop';
import { blockTexts } from '@comet/texts/tunnel';
import type { LocationProxy, Snapshot } from '@comet/tunnel-protocol';
import { type KnownLocation, serverName } from '../profiles/index.ts';

/** Describes where a port leads, and whether connections through it work. */
export function locationProxyDetail(
  { location: code }: LocationProxy,
  now: NonNullable<Snapshot['locationProxies']>[number] | undefined,
  locations: readonly KnownLocation[],
): string {
  const location = serverName(code, locations);
  if (now?.listens === false) return formatText(proxiesTexts.portInUse, { location });
  if (now?.state === 'active') return formatText(proxiesTexts.active, { location });
  if (now?.state !== 'blocked') return formatText(proxiesTexts.inactive, { location });
  return now.reason === null
    ? formatText(proxiesTexts.blocked, { location })
    : formatText(proxiesTexts.blockedBecause, { location, reason: blockTexts[now.reason].what });
}
