import { formatText, secondFactorTexts } from '@comet/texts';
import { DigitsField, TextField } from '@comet/ui';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { DIGITS } from './second-factor-state.ts';
import type { SecondFactor } from './use-second-factor.ts';

type Shown = Pick<SecondFactor, 'mode' | 'value' | 'error' | 'enter'>;

/** Six boxes, or a field for a recovery code. The shown one has the focus, also after a rejected code. */
export function SecondFactorField({ mode, ...shown }: Shown) {
  return mode === 'code' ? <CodeField {...shown} /> : <RecoveryCodeField {...shown} />;
}

/** The field for the app's code only. */
export function CodeField({ value, error, enter }: Omit<Shown, 'mode'>) {
  const field = useRef<{ focus(): void }>(null);
  useFocusAfterRefusal(field, error);
  return (
    <DigitsField
      ref={field}
      autoFocus
      label={secondFactorTexts.code}
      boxLabel={(place, count) => formatText(secondFactorTexts.digit, { place, count })}
      count={DIGITS}
      value={value}
      error={error ?? undefined}
      onChange={enter}
    />
  );
}

function RecoveryCodeField({ value, error, enter }: Omit<Shown, 'mode'>) {
  const field = useRef<HTMLInputElement>(null);
  useFocusAfterRefusal(field, error);
  return (
    <TextField
      ref={field}
      autoFocus
      mono
      label={secondFactorTexts.recoveryCode}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      value={value}
      error={error ?? undefined}
      onChange={(event) => enter(event.target.value)}
    />
  );
}

/** Moves the focus to a field when its input is refused. */
function useFocusAfterRefusal(field: RefObject<{ focus(): void } | null>, error: string | null): void {
  // Before the error is painted, so that the next keys typed are entered into the field.
  useLayoutEffect(() => {
    if (error !== null) field.current?.focus();
  }, [field, error]);
}
