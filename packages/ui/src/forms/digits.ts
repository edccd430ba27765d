/** A code that is being entered, one place per digit; a place without a digit is a space, and none is kept at the end. */
export interface DigitsState {
  readonly value: string;
  /** The place, from 0, that is to have the focus. */
  readonly place: number;
}

/** What was entered where nothing was selected, or filled in by the browser: digits take their places from `place` on. */
export function withTyped(value: string, place: number, typed: string, count: number): DigitsState {
  const digits = digitsIn(typed).slice(0, count - place);
  if (digits === '') return { value, place };
  const places = placesOf(value, count);
  places.splice(place, digits.length, ...digits);
  return { value: valueOf(places), place: Math.min(place + digits.length, count - 1) };
}

/** A pasted text in place of everything: what is no digit is dropped, and so is what comes after the last place. */
export function withPasted(value: string, place: number, pasted: string, count: number): DigitsState {
  const digits = digitsIn(pasted).slice(0, count);
  return digits === '' ? { value, place } : { value: digits, place: Math.min(digits.length, count - 1) };
}

/** Backspace: takes the digit away, or the one before an empty place. */
export function withErased(value: string, place: number, count: number): DigitsState {
  const places = placesOf(value, count);
  const erased = places[place] === ' ' ? Math.max(0, place - 1) : place;
  places[erased] = ' ';
  return { value: valueOf(places), place: erased };
}

/** The digit at a place, or nothing. */
export function digitAt(value: string, place: number): string {
  return value[place]?.trim() ?? '';
}

/** What an arrow, Home or End leads to; null for any other key. */
export function placeAfterKey(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, place - 1);
    case 'ArrowRight':
      return Math.min(count - 1, place + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function digitsIn(text: string): string {
  return text.replaceAll(/\D/g, '');
}

function placesOf(value: string, count: number): string[] {
  return Array.from(value.padEnd(count));
}

function valueOf(places: readonly string[]): string {
  return places.join('').trimEnd();
}
