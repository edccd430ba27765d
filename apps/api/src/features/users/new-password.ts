import type { Refusal } from '../../platform/http/route.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Refuses a password that guessers try first; its length is the contract's business. */
export function refuseCommonPassword(password: string, email: string): Refusal<'validation_failed'> | null {
  if (!isCommonPassword(password, email)) return null;
  const message = 'This password is too easy to guess';
  return { code: 'validation_failed', rules: [{ rule: 'password.too_common', message }] };
}
