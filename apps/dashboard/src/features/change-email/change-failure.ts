import { errorText, failureTexts } from '@comet/texts';
import { ApiError } from '../../platform/api.ts';

/** What a link's own state says; it will not work on another try either. */
const deadLink = ['link_invalid', 'link_used', 'confirmation_expired'] as const;
/** What else lasts. */
const lasting = ['account_deleted', 'email_taken'] as const;

/** `link`: ask for a new one. `change`: this address cannot be had. `passing`: another try may help. */
type FailureKind = 'link' | 'change' | 'passing';

/**
 * Why an address was not changed. What is wrong with the link, and what keeps a request from being answered, have words of their own;
 * whatever else goes wrong on the way has those of an email change.
 */
export function changeFailure(error: unknown): { readonly kind: FailureKind; readonly text: string } {
  const { title, text } = errorText(error);
  if (!(error instanceof ApiError))
    return { kind: 'passing', text: title === null ? text : failureTexts.emailNotChanged };
  if (deadLink.some((code) => error.is(code))) return { kind: 'link', text };
  if (lasting.some((code) => error.is(code))) return { kind: 'change', text };
  return { kind: 'passing', text: error.status === 429 ? text : failureTexts.emailNotChanged };
}
