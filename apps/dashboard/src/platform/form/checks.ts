import { formatText, validationTexts } from '@comet/texts';

/**
 * One validation rule of a field: checks its value, given the whole form. The message is constant or depends
 * on the value.
 */
export interface Check<Field extends string = string> {
  readonly holds: (value: string, values: Readonly<Record<string, string>>) => boolean;
  readonly text: string | ((value: string) => string);
  /** The field that this one is compared with: a change of it triggers this check. */
  readonly comparedWith?: Field;
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Requires a value other than white space. The other checks accept an empty value. */
export const required: Check<never> = {
  holds: (value) => value.trim() !== '',
  text: validationTexts.required,
};

/** Syntax of an email address, with spaces around it allowed; the API decides whether it is valid. */
export const emailAddress: Check<never> = {
  holds: (value) => isEmpty(value) || ADDRESS.test(value.trim()),
  text: validationTexts.email,
};

/** At least `min` characters, counted like in the API: UTF-16 units, including spaces. */
export function minLength(min: number): Check<never> {
  return {
    holds: (value) => isEmpty(value) || value.length >= min,
    text: formatText(validationTexts.minLength, { min }),
  };
}

/** Rules of a new password. */
export const newPassword: readonly Check<never>[] = [required, minLength(8)];

/** The same value as another field; `other` is that field's name in messages. */
export function sameAs<Field extends string>(field: Field, other: string): Check<Field> {
  return {
    holds: (value, values) => value === values[field],
    text: formatText(validationTexts.sameAs, { other }),
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
