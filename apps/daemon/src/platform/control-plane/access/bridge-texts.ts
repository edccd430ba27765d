import { type Bridge, checkBridgeText, formatBridge, readBridge, type Verifiers } from '@comet/admission';

/** Maximum number of stored texts. */
const maxTexts = 8;

/** Returns the texts with one more, the newest first, without expired ones. A text never replaces a newer one. */
export function withBridgeText(
  texts: readonly string[],
  added: string,
  verifiers: Verifiers,
  now: number,
): readonly string[] {
  return [...new Set([added, ...texts])]
    .flatMap((text) => {
      const checked = checkBridgeText(verifiers, text, now);
      return checked.ok ? [{ text, issuedAt: checked.value.issuedAt }] : [];
    })
    .toSorted((one, other) => other.issuedAt - one.issuedAt)
    .slice(0, maxTexts)
    .map(({ text }) => text);
}

/**
 * Returns the bridges of the texts that are valid at `now` (unix seconds), those of the newest text first; then those of the server list
 * (`listed`, as text). Each once.
 */
export function bridgesOf(
  texts: readonly string[],
  listed: readonly string[],
  verifiers: Verifiers,
  now: number,
): readonly Bridge[] {
  const added = texts.flatMap((text) => {
    const checked = checkBridgeText(verifiers, text, now);
    return checked.ok ? checked.value.bridges : [];
  });
  const all = [...added, ...listed.flatMap((line) => readBridge(line) ?? [])];
  return [...new Map(all.map((bridge) => [formatBridge(bridge), bridge])).values()];
}
