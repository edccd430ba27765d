import { say, validationTexts } from '@comet/texts';

/** One rule of a field: checks a value, given the whole form; its message is constant or depends on the value. */
export interface Check<Field extends string = string> {
  readonly holds: (value: string, values: Readonly<Record<string, string>>) => boolean;
  readonly text: string | ((value: string) => string);
  /** The field that this one is compared with: a change there triggers this check. */
  readonly comparedWith?: Field;
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Something other than white space. The checks below leave an empty value to this one. */
export const required: Check<never> = {
  holds: (value) => value.trim() !== '',
  text: validationTexts.required,
};

/** Syntax of an email address, with spaces around it allowed; the API decides whether it is valid. */
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

/** Returns the message of the first failed check, or true. */
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
