import { formatText } from '@comet/texts';
import { routesTexts } from '@comet/texts/desktop';
import { blockTexts } from '@comet/texts/tunnel';
import type { Route, Snapshot } from '@comet/tunnel-protocol';
import { amountOf } from '../home/index.ts';
import { type KnownLocation, serverName } from '../profiles/index.ts';

type State = NonNullable<Snapshot['routes']>[number];

/** Describes where a route leads, whether it applies, and its traffic. */
export function routeDetail(
  { to: code }: Route,
  now: State | undefined,
  locations: readonly KnownLocation[],
): string {
  const to = code === 'direct' || code === 'block' ? routesTexts[code] : serverName(code, locations);
  if (now === undefined || now.state === 'inactive') return formatText(routesTexts.inactive, { to });
  const received = amountOf(now.received);
  const sent = amountOf(now.sent);
  if (now.state === 'active') return formatText(routesTexts.active, { to, received, sent });
  return now.reason === null
    ? formatText(routesTexts.blocked, { to })
    : formatText(routesTexts.blockedBecause, { to, reason: blockTexts[now.reason].what });
}
