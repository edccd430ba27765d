import { failureText, signInTexts } from '@comet/texts/desktop';
import type { DaemonFailure } from '../../platform/daemon/index.ts';

/** The start page of a sign-in in the browser: code approval, registration, or a provider. */
export type SignInEntry = 'code' | 'register' | 'social-google' | 'social-apple' | 'social-facebook';

/** A step of the sign-in. `failure`: the error of the last attempt. */
export type Step =
  | { readonly kind: 'intro' }
  | { readonly kind: 'ways' }
  | { readonly kind: 'password'; readonly failure: string | null }
  | { readonly kind: 'second-factor'; readonly failure: string | null }
  | { readonly kind: 'browser'; readonly doorway: SignInEntry };

/** Returns the previous step. */
export function stepBefore(step: Step): Step {
  switch (step.kind) {
    case 'password':
    case 'browser':
      return { kind: 'ways' };
    case 'second-factor':
      return { kind: 'password', failure: null };
    default:
      return { kind: 'intro' };
  }
}

/** Returns the step after a refusal. An account with two-factor authentication needs a code; an expired sign-in restarts. */
export function stepAfterRefusal(kind: 'password' | 'second-factor', { error, detail }: DaemonFailure): Step {
  if (error === 'two_factor_required') return { kind: 'second-factor', failure: null };
  if (kind === 'second-factor' && error === 'login_expired')
    return { kind: 'password', failure: signInTexts.tookTooLong };
  return { kind, failure: failureText(error, detail) };
}
