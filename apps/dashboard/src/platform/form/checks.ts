import { say, validationTexts } from '@comet/texts';

/** One rule of a field: whether a value keeps it, given the whole form, and what to say when it does not: always the same, or about what is there. */
export interface Check<Field extends string = string> {
  readonly holds: (value: string, values: Readonly<Record<string, string>>) => boolean;
  readonly text: string | ((value: string) => string);
  /** The field whose value this one is compared with: a change there is a reason to look again. */
  readonly comparedWith?: Field;
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Something other than white space. The checks below leave an empty value to this one. */
export const required: Check<never> = {
  holds: (value) => value.trim() !== '',
  text: validationTexts.required,
};

/** An email address as far as a form can tell; the API decides. Spaces around it are not held against it. */
export const emailAddress: Check<never> = {
  holds: (value) => isEmpty(value) || ADDRESS.test(value.trim()),
  text: validationTexts.email,
};

/** At least `min` characters, counted as the API counts them: in UTF-16 units, spaces included. */
export function minLength(min: number): Check<never> {
  return {
    holds: (value) => isEmpty(value) || value.length >= min,
    text: say(validationTexts.minLength, { min }),
  };
}

/** A password that is being chosen. */
export const newPassword: readonly Check<never>[] = [required, minLength(8)];

/** The value of another field once more; `other` is what people call that field. */
export function sameAs<Field extends string>(field: Field, other: string): Check<Field> {
  return {
    holds: (value, values) => value === values[field],
    text: say(validationTexts.sameAs, { other }),
    comparedWith: field,
  };
}

/** The words of the first check that a value fails, or true. */
export function firstFailure(
  checks: readonly Check[],
  value: string,
  values: Readonly<Record<string, string>>,
): string | true {
  const failed = checks.find((check) => !check.holds(value, values));
  if (failed === undefined) return true;
  return typeof failed.text === 'string' ? failed.text : failed.text(value);
}

function isEmpty(value: string): boolean {
  return value.trim() === '';
}
