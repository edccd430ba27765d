import type { ErrorCode } from '@comet/contract';

const CODE: ErrorCode = 'two_factor_code_required';

/** Whether a failure means that the sign-in still requires its second factor. */
export function isSecondFactorOwed(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === CODE;
}
