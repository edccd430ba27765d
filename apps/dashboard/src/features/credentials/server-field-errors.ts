import { ruleErrors } from '@comet/texts';
import { ApiError } from '../../platform/api.ts';

/**
 * The broken rules of a refused request that belong to a form's fields, in the fields' order. Empty when the failure
 * is of another kind, or names a field that the form does not have: then it concerns the form as a whole.
 */
export function serverFieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): readonly (readonly [Field, string])[] {
  if (!(error instanceof ApiError) || error.rules.length === 0) return [];
  const errors = ruleErrors(error.rules, error.message);
  if (Object.keys(errors).some((property) => !fields.some((field) => field === property))) return [];
  return fields.flatMap((field) => {
    const message = errors[field];
    return message === undefined ? [] : [[field, message] as const];
  });
}
