/**
 * What a number field keeps of a text: digits without leading zeros. `refused` is the text it had when something other than a
 * digit came; digits typed behind it are not taken, since they would make another number (0.5 → 05). Null when nothing was.
 */
export function numberOf(
  text: string,
  refused: string | null,
): { readonly text: string; readonly refused: string | null } {
  if (/\D/.test(text)) {
    const floored = floorPasted(text);
    return { text: floored, refused: floored };
  }
  const isTypedBehind = refused !== null && text.length > refused.length && text.startsWith(refused);
  return isTypedBehind ? { text: refused, refused } : { text: text.replace(/^0+(?=\d)/, ''), refused: null };
}

/**
 * The digits that a pasted text stands for: the first number in it, floored. Commas before groups of three digits, and spaces,
 * separate thousands. Empty when there is no number, or one that a whole number of digits cannot say.
 */
export function floorPasted(text: string): string {
  const compact = text.replace(/(?<=\d)[\s,](?=\d{3}(?!\d))/g, '').replace(/(?<=\d),(?=\d)/g, '.');
  const number = Math.floor(Number.parseFloat(/-?(\d+\.?\d*|\.\d+)(e\d+)?/i.exec(compact)?.[0] ?? ''));
  return Number.isSafeInteger(number) && number >= 0 ? String(number) : '';
}
