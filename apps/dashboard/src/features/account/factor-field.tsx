import { proofTexts } from '@comet/texts';
import { TextField } from '@comet/ui';
import type { FormState } from '../../platform/form/index.ts';

/** Field for the second factor in a form that requires it: the app's code or a recovery code. */
export function FactorField({ field }: Pick<FormState<'factor'>, 'field'>) {
  return (
    <TextField
      label={proofTexts.factor}
      hint={proofTexts.factorHint}
      mono
      autoFocus
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      {...field('factor')}
    />
  );
}
