import type { ChangeEvent, ClipboardEvent, ComponentProps, InputEvent } from 'react';
import { digitsOf, floorPasted } from './number-input.ts';
import { TextField } from './text-field.tsx';

/**
 * A whole number without a sign. Only digits can be typed; a pasted number is floored, and takes the place of what was
 * selected. The value stays a text of digits.
 */
export function NumberField({
  onChange,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode'>) {
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete={field.autoComplete ?? 'off'}
      onBeforeInput={refuseOther}
      onPaste={pasteFloored}
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        // What came another way than by keys: dropped, dictated, filled in.
        const digits = digitsOf(event.target.value);
        if (digits !== event.target.value) event.target.value = digits;
        onChange?.(event);
      }}
    />
  );
}

function refuseOther(event: InputEvent<HTMLInputElement>): void {
  if (/\D/.test(event.nativeEvent.data ?? '')) event.preventDefault();
}

function pasteFloored(event: ClipboardEvent<HTMLInputElement>): void {
  event.preventDefault();
  const input = event.currentTarget;
  const digits = floorPasted(event.clipboardData.getData('text'));
  const { selectionStart, selectionEnd, value } = input;
  input.setRangeText(digits, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
