import { say, validationTexts } from '@comet/texts';

/** A check of one field: what is wrong with the value in words, or true. */
type FieldCheck = (value: string) => string | true;

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const MINIMUM_PASSWORD = 8;

const required: FieldCheck = (value) => value.trim() !== '' || validationTexts.required;

/** An email address as far as a form can tell; the API decides. */
export const checkEmail: FieldCheck = (value) => {
  const filled = required(value);
  return filled !== true ? filled : ADDRESS.test(value.trim()) || validationTexts.email;
};

/** The password of an account that exists. */
export const checkPassword: FieldCheck = required;

/** A password that is being chosen: at least 8 characters. */
export const checkNewPassword: FieldCheck = (value) => {
  const filled = required(value);
  if (filled !== true) return filled;
  return value.length >= MINIMUM_PASSWORD || say(validationTexts.minLength, { min: MINIMUM_PASSWORD });
};
