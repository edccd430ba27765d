import { say } from '@comet/texts';
import { homeTexts, type trayTexts } from '@comet/texts/desktop';
import { choiceNames, wayName } from '@comet/texts/tunnel';
import type { Snapshot } from '@comet/tunnel-protocol';

/** That a weaker protocol carries the tunnel, in one sentence of `texts`; null where none does, or it was chosen. */
export function fallbackLine(
  { tunnel, settings }: Pick<Snapshot, 'tunnel' | 'settings'>,
  texts: typeof homeTexts.fallback | typeof trayTexts.fallback = homeTexts.fallback,
): string | null {
  if (tunnel.state !== 'connected' || tunnel.fallbackFrom === undefined) return null;
  const names = { way: wayName(tunnel.link), better: choiceNames[tunnel.fallbackFrom] };
  return say(texts[settings.postQuantum ? 'postQuantum' : 'plain'], names);
}
