import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef } from 'react';
import { classes } from '../actions/classes.ts';

/** The entered code, one position per digit; an empty position is a space, without trailing spaces. */
interface DigitsState {
  readonly value: string;
  /** Index of the box to focus, from 0. */
  readonly place: number;
}

/** Inserts digits typed without a selection, or autofilled, from `place` on. */
export function withTyped(value: string, place: number, typed: string, count: number): DigitsState {
  const digits = digitsIn(typed).slice(0, count - place);
  if (digits === '') return { value, place };
  const places = placesOf(value, count);
  places.splice(place, digits.length, ...digits);
  return { value: valueOf(places), place: Math.min(place + digits.length, count - 1) };
}

/** Replaces the code by the digits of a pasted text; other characters and surplus digits are dropped. */
export function withPasted(value: string, place: number, pasted: string, count: number): DigitsState {
  const digits = digitsIn(pasted).slice(0, count);
  return digits === '' ? { value, place } : { value: digits, place: Math.min(digits.length, count - 1) };
}

/** Backspace: removes the digit, or the one before an empty position. */
export function withErased(value: string, place: number, count: number): DigitsState {
  const places = placesOf(value, count);
  const erased = places[place] === ' ' ? Math.max(0, place - 1) : place;
  places[erased] = ' ';
  return { value: valueOf(places), place: erased };
}

/** The digit at a position; empty without one. */
export function digitAt(value: string, place: number): string {
  return value[place]?.trim() ?? '';
}

/** Returns the position after an arrow key, Home or End; null for other keys. */
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

interface DigitsFieldProps {
  /** Accessible name of the group of boxes. */
  readonly label: string;
  /** Accessible name of a box: `Digit 2 of 6`. `place` counts from 1. */
  readonly boxLabel: (place: number, count: number) => string;
  readonly count: number;
  /** The entered digits; an empty position is a space. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The error text, announced with the group. */
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
  /** `focus()` puts the cursor into the first box. */
  readonly ref?: Ref<{ focus(): void }>;
}

/** A code of digits with a box for each. Paste fills all of them; Backspace moves back; arrows, Home and End move. */
export function DigitsField(props: DigitsFieldProps) {
  const { label, boxLabel, count, value, onChange, error, autoFocus, ref } = props;
  const id = useId();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (place: number) => boxes.current[place]?.focus();
  useImperativeHandle(ref, () => ({ focus: () => focus(0) }));
  const take = (next: DigitsState) => {
    onChange(next.value);
    focus(next.place);
  };
  const afterChange = (text: string, place: number) => {
    // Cut, or deleted forwards.
    if (text === '') return withErased(value, place, count);
    return withTyped(value, place, newlyTyped(text, digitAt(value, place)), count);
  };
  const onKeyDown = (place: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = placeAfterKey(event.key, place, count);
    if (next === null && event.key !== 'Backspace') return;
    event.preventDefault();
    if (next === null) take(withErased(value, place, count));
    else focus(next);
  };
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-1.5 border-0 p-0" aria-describedby={`${id}-note`}>
      <legend className="p-0 pb-1.5 text-small font-medium">{label}</legend>
      <div className="flex gap-2 sm:gap-2.5">
        {Array.from({ length: count }, (_, place) => (
          <input
            key={place}
            ref={(box) => {
              boxes.current[place] = box;
            }}
            aria-label={boxLabel(place + 1, count)}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : `${id}-note`}
            inputMode="numeric"
            // Only the first box accepts a code from a message, because the browser offers it once; it fills
            // all boxes.
            autoComplete={place === 0 ? 'one-time-code' : 'off'}
            autoFocus={autoFocus === true && place === 0}
            value={digitAt(value, place)}
            onChange={(event) => take(afterChange(event.target.value, place))}
            onPaste={(event) => {
              event.preventDefault();
              take(withPasted(value, place, event.clipboardData.getData('text'), count));
            }}
            onKeyDown={onKeyDown(place)}
            onFocus={(event) => event.target.select()}
            className={classes(
              'h-14 w-0 min-w-0 max-w-16 grow rounded-control border bg-raised p-0 text-center font-mono text-lead text-ink transition-colors',
              error === undefined ? 'border-edge hover:border-ink' : 'border-danger',
            )}
          />
        ))}
      </div>
      <p id={`${id}-note`} aria-live="polite" className="m-0 min-h-5.25 text-small text-danger">
        {error}
      </p>
    </fieldset>
  );
}

/** The typed digit: a box without selection contains the old digit and the new one. */
function newlyTyped(text: string, old: string): string {
  if (old === '' || text.length !== 2) return text;
  return text.startsWith(old) ? text.slice(1) : text.slice(0, 1);
}
