import { leavingTexts as texts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';

export interface QuitConfirmation {
  readonly explanation: string;
  /** On the button that leaves traffic as it is. */
  readonly keep: string;
  /** On the button that ends the tunnel too; null where that would change nothing. */
  readonly end: string | null;
}

/** What the app's end asks about traffic; null where there is nothing to ask. Null and undefined as `useSnapshot` gives them. */
export function quitConfirmation(snapshot: Snapshot | null | undefined): QuitConfirmation | null {
  if (!snapshot) return null;
  const { tunnel, settings } = snapshot;
  if (tunnel.state === 'connected' || tunnel.state === 'connecting')
    return {
      explanation: settings.lockdown ? texts.explanationLocked : texts.explanation,
      keep: texts.keep,
      end: texts.disconnect,
    };
  if (tunnel.state === 'error' && tunnel.blocking)
    return settings.lockdown
      ? { explanation: texts.explanationHeldLocked, keep: texts.keepHeld, end: null }
      : { explanation: texts.explanationHeld, keep: texts.keepHeld, end: texts.disconnect };
  return null;
}

/** What is said instead where the tunnel ended while the question was read. */
export const nothingToAsk: QuitConfirmation = {
  explanation: texts.explanationPlain,
  keep: texts.quit,
  end: null,
};
