/** What a number field keeps of a text: its digits. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
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
