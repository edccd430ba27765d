import { ApiError } from '../../platform/api.ts';

const codes = ['link_invalid', 'link_used', 'confirmation_expired', 'account_deleted'] as const;

/** A failure after which the link will not work on another try either. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && codes.some((code) => error.is(code));
}
