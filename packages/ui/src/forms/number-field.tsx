import { type ChangeEvent, type ClipboardEvent, type ComponentProps, type InputEvent, useState } from 'react';
import { TextField } from './text-field.tsx';

interface NumberFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode'> {
  /** The error for other characters than digits. */
  readonly wholeOnly: string;
  /** Called with the remaining text when a character was rejected, and with null once it is edited. */
  readonly onRefusal?: (kept: string | null) => void;
}

/**
 * A whole number without a sign. Only digits can be typed: anything else is refused with `wholeOnly`, and so are the digits
 * that follow it, since 0.5 without its point would be 5. A pasted number is floored, and takes the place of what was
 * selected. The value stays a text of digits without leading zeros. While `wholeOnly` is shown, the input's custom validity
 * says the same, so that a form does not send what is left.
 */
export function NumberField({ wholeOnly, onRefusal, onChange, onBlur, ...field }: NumberFieldProps) {
  /** The text at which a character was refused last; null once it was edited. */
  const [refusedAt, setRefusedAt] = useState<string | null>(null);
  /** Digits are ignored until the field is edited or left. */
  const [isHeld, setHeld] = useState(false);
  const settle = (input: HTMLInputElement, refused: string | null) => {
    input.setCustomValidity(refused === null ? '' : wholeOnly);
    setRefusedAt(refused);
    setHeld(refused !== null);
    onRefusal?.(refused);
  };
  // A slider beside the field may have set another value since.
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
 * Returns the digits of a pasted text: the first number in it, floored. Commas before groups of three digits, and spaces,
 * separate thousands. Empty when there is no number, or one that a whole number of digits cannot say.
 */
export function floorPasted(text: string): string {
  const compact = text.replace(/(?<=\d)[\s,](?=\d{3}(?!\d))/g, '').replace(/(?<=\d),(?=\d)/g, '.');
  const number = Math.floor(Number.parseFloat(/-?(\d+\.?\d*|\.\d+)(e\d+)?/i.exec(compact)?.[0] ?? ''));
  return Number.isSafeInteger(number) && number >= 0 ? String(number) : '';
}
