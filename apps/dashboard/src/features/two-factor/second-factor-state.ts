/** Kind of second factor: the app's code, or one of the recovery codes. */
export type Factor = { readonly code: string } | { readonly recoveryCode: string };

export interface SecondFactorState {
  readonly mode: 'code' | 'recovery';
  readonly value: string;
  readonly error: string | null;
  /** Only used where a device can be remembered. */
  readonly remember: boolean;
}

export const DIGITS = 6;

export const emptyFactor: SecondFactorState = { mode: 'code', value: '', error: null, remember: true };

type Action =
  | { readonly kind: 'enter'; readonly value: string }
  | { readonly kind: 'remember'; readonly remember: boolean }
  /**
   * Switches between code and recovery code: resets the value, the error and the choice to remember the
   * device.
   */
  | { readonly kind: 'switch' }
  /** The API rejected the factor, which has to be entered again. */
  | { readonly kind: 'fail'; readonly error: string };

export function reduceFactor(state: SecondFactorState, action: Action): SecondFactorState {
  switch (action.kind) {
    case 'enter':
      return { ...state, value: action.value, error: null };
    case 'remember':
      return { ...state, remember: action.remember };
    case 'switch':
      return { ...emptyFactor, mode: state.mode === 'code' ? 'recovery' : 'code' };
    case 'fail':
      return { ...state, value: '', error: action.error };
  }
}

/** Returns the factor if it can be sent: six digits, or a recovery code that is not empty. */
export function factorOf({ mode, value }: SecondFactorState): Factor | null {
  if (mode === 'code') return new RegExp(`^\\d{${DIGITS}}$`).test(value) ? { code: value } : null;
  const recoveryCode = value.trim();
  return recoveryCode === '' ? null : { recoveryCode };
}
