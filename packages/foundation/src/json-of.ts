/** Parses JSON; null for an invalid text. Callers treat both invalid text and `null` as no value. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
