import { type ChangeEvent, type ClipboardEvent, type ComponentProps, type InputEvent, useState } from 'react';
import { TextField } from './text-field.tsx';

interface NumberFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode'> {
  /** The error shown when a character other than a digit is entered. */
  readonly wholeOnly: string;
  /** Called with the remaining text when a character is rejected, and with null after the next edit. */
  readonly onRefusal?: (kept: string | null) => void;
}

/**
 * Field for an unsigned whole number. Any other character is rejected with the error `wholeOnly`, and so are the digits typed
 * after it: 0.5 without its point would become 5. A pasted number is floored and replaces the selection. The value is a
 * string of digits without leading zeros. While `wholeOnly` is shown, it is also the input's custom validity, so that a form
 * cannot be submitted with the remaining digits.
 */
export function NumberField({ wholeOnly, onRefusal, onChange, onBlur, ...field }: NumberFieldProps) {
  /** The text when a character was last rejected; null after the next edit. */
  const [refusedAt, setRefusedAt] = useState<string | null>(null);
  /** Digits are ignored until the field is edited or left. */
  const [isHeld, setHeld] = useState(false);
  const settle = (input: HTMLInputElement, refused: string | null) => {
    input.setCustomValidity(refused === null ? '' : wholeOnly);
    setRefusedAt(refused);
    setHeld(refused !== null);
    onRefusal?.(refused);
  };
  // A slider for the same value may have changed it in the meantime.
  const isRefused = refusedAt !== null && (field.value ?? refusedAt) === refusedAt;
  return (
    <TextField
      {...field}
      error={isRefused ? wholeOnly : field.error}
      inputMode="numeric"
      autoComplete={field.autoComplete ?? 'off'}
      onBeforeInput={(event: InputEvent<HTMLInputElement>) => {
        const { data } = event.nativeEvent;
        const { value, selectionStart, selectionEnd } = event.currentTarget;
        const isOther = /\D/.test(data ?? '');
        if (!isOther && !(isHeld && selectionStart === selectionEnd)) return;
        event.preventDefault();
        if (isOther) settle(event.currentTarget, value);
      }}
      onPaste={pasteFloored}
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        // Input other than by keyboard: drop, dictation, autofill.
        const { text, refused } = numberOf(event.target.value, isHeld ? refusedAt : null);
        if (text !== event.target.value) event.target.value = text;
        settle(event.target, refused);
        onChange?.(event);
      }}
      onBlur={(event) => {
        setHeld(false);
        onBlur?.(event);
      }}
    />
  );
}

function pasteFloored(event: ClipboardEvent<HTMLInputElement>): void {
  event.preventDefault();
  const input = event.currentTarget;
  const digits = floorPasted(event.clipboardData.getData('text'));
  const { selectionStart, selectionEnd, value } = input;
  input.setRangeText(digits, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Reduces a text to digits without leading zeros. `refused` is the field's text when a character other than a digit was last
 * rejected, or null; digits appended to it are dropped, because they would form another number (0.5 → 05).
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
 * Returns the first number in a pasted text, floored, as digits. Spaces and commas before groups of three digits are thousands
 * separators. Returns an empty string for no number, a negative one, or one above `Number.MAX_SAFE_INTEGER`.
 */
export function floorPasted(text: string): string {
  const compact = text.replace(/(?<=\d)[\s,](?=\d{3}(?!\d))/g, '').replace(/(?<=\d),(?=\d)/g, '.');
  const number = Math.floor(Number.parseFloat(/-?(\d+\.?\d*|\.\d+)(e\d+)?/i.exec(compact)?.[0] ?? ''));
  return Number.isSafeInteger(number) && number >= 0 ? String(number) : '';
}
