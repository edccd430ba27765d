import { quitTexts as texts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';

export interface QuitConfirmation {
  readonly explanation: string;
  /** Label of the button that leaves traffic as it is. */
  readonly keep: string;
  /** Label of the button that also ends the tunnel; null if that would change nothing. */
  readonly end: string | null;
}

/**
 * Returns the confirmation about traffic before the app quits; null if none is needed. A snapshot of null or
 * undefined as in `useSnapshot`.
 */
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

/** Shown if the tunnel ended while the confirmation was open. */
export const plainQuitConfirmation: QuitConfirmation = {
  explanation: texts.explanationPlain,
  keep: texts.quit,
  end: null,
};
