import { type ErrorCode, snakeCase } from '@comet/contract';
import { errorText, ruleErrors } from '@comet/texts';
import { ApiError } from '../data/api.ts';

/** Messages of a refused form: at its fields, in their order, and above them. */
export interface FormFailure<Field extends string> {
  readonly fields: readonly (readonly [Field, string])[];
  readonly whole: { readonly title: string | null; readonly text: string } | null;
}

/** Error codes of the API that belong to one field of the form. */
export type FieldCodes<Field extends string> = { readonly [Code in ErrorCode]?: Field };

/**
 * Maps a failure to a form. The rules of a refused request go to the fields of their names (`new_password` → `newPassword`), each with
 * the text at its own position; a rule without a field here, and any other failure, is shown above the fields.
 */
export function formFailure<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  codes: FieldCodes<Field> = {},
): FormFailure<Field> {
  if (!(error instanceof ApiError)) return { fields: [], whole: errorText(error) };
  if (error.rules.length > 0) return brokenRules(error, fields);
  const whole = errorText(error);
  const field = Object.entries(codes).find(([code]) => code === error.code)?.[1];
  return field === undefined ? { fields: [], whole } : { fields: [[field, whole.text]], whole: null };
}

function brokenRules<Field extends string>(error: ApiError, fields: readonly Field[]): FormFailure<Field> {
  const errors = ruleErrors(error.rules, error.message);
  const own = fields.flatMap((field) => {
    const words = errors[snakeCase(field)];
    return words === undefined ? [] : [[field, words] as const];
  });
  const properties = new Set(fields.map((field) => snakeCase(field)));
  const rest = Object.entries(errors).find(([property]) => !properties.has(property));
  return { fields: own, whole: rest === undefined ? null : { title: null, text: rest[1] } };
}
