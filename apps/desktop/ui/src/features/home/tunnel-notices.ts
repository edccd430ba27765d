import { formatDayAndTime, formatText } from '@comet/texts';
import { splitTexts, homeTexts, type trayTexts } from '@comet/texts/desktop';
import { outsideOf, type Snapshot } from '@comet/tunnel-protocol';
import { choiceNames, transportName } from '@comet/texts/tunnel';

/** Number of names that are listed; further ones are counted. */
const maxNames = 3;

/** Returns a sentence about traffic that the user's settings exclude from the tunnel; null if there is none. */
export function excludedTrafficText(snapshot: Pick<Snapshot, 'tunnel' | 'settings'>): string | null {
  const outside = outsideOf(snapshot);
  if (outside === null) return null;
  const { kind, named } = outside;
  const texts = splitTexts.now;
  if (named.length === 0)
    return formatText(texts[kind], { named: texts.programs[kind === 'include' ? 'include' : 'exclude'] });
  const names = named.slice(0, maxNames).join(', ');
  const count = named.length - maxNames;
  return formatText(texts[kind], {
    named: count > 0 ? formatText(texts.more, { named: names, count }) : names,
  });
}

/** Returns a sentence about the planned move to another server; null if there is none. */
export function maintenanceText({ maintenance }: Pick<Snapshot, 'maintenance'>): string | null {
  if (maintenance === undefined) return null;
  return formatText(homeTexts.maintenance[maintenance.blocks ? 'blocking' : 'open'], {
    time: formatDayAndTime(maintenance.at),
  });
}

/** Returns a sentence of `texts` about a fallback protocol; null if the tunnel uses none, or the user chose it. */
export function fallbackText(
  { tunnel, settings }: Pick<Snapshot, 'tunnel' | 'settings'>,
  texts: typeof homeTexts.fallback | typeof trayTexts.fallback = homeTexts.fallback,
): string | null {
  if (tunnel.state !== 'connected' || tunnel.fallbackFrom === undefined) return null;
  const names = { way: transportName(tunnel.link), better: choiceNames[tunnel.fallbackFrom] };
  return formatText(texts[settings.postQuantum ? 'postQuantum' : 'plain'], names);
}
