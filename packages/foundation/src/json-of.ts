/** What a text of JSON holds; null where it is none, which no reader of ours takes for anything. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
