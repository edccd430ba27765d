import { proofTexts } from '@comet/texts';
import { useState } from 'react';
import { ApiError } from '../../platform/data/api.ts';
import { type Check, type FieldCodes, required } from '../../platform/form/index.ts';

/** A proof that is required in addition to the session or the password. */
type Missing = 'session' | 'factor';

const sixDigits: Check<never> = {
  holds: (value) => !/^[\d\s]+$/.test(value) || withoutSpaces(value).length === 6,
  text: proofTexts.sixDigits,
};

/** Error codes of the API about the field `factor`. */
const factorCodes: FieldCodes<'factor'> = { two_factor_code_wrong: 'factor', recovery_code_wrong: 'factor' };

/**
 * State of a form for a sensitive action. The API's first reply decides whether more is required: a recent
 * sign-in (`isStale`, see `SignInAgain`), or the second factor (`asksFactor`, see `FactorField`).
 */
export function useProof() {
  const [missing, setMissing] = useState<Missing | null>(null);
  return {
    isStale: missing === 'session',
    asksFactor: missing === 'factor',
    checks: missing === 'factor' ? { factor: [required, sixDigits] } : {},
    codes: factorCodes,
    /** Runs the request. Returns null if the API requires a further proof first. */
    async attempt<Done>(work: () => Promise<Done>): Promise<Done | null> {
      try {
        return await work();
      } catch (error) {
        const found = missingIn(error);
        if (found === null) throw error;
        setMissing(found);
        return null;
      }
    },
  };
}

function missingIn(error: unknown): Missing | null {
  if (!(error instanceof ApiError)) return null;
  if (error.is('reauthentication_required')) return 'session';
  return error.is('second_factor_required') ? 'factor' : null;
}

/** The value of the field `factor` in the API's format: the app's code, a recovery code, or nothing. */
export function factorIn(typed: string): { readonly code?: string; readonly recoveryCode?: string } {
  const plain = withoutSpaces(typed);
  if (plain === '') return {};
  return /^\d{6}$/.test(plain) ? { code: plain } : { recoveryCode: typed.trim() };
}

function withoutSpaces(typed: string): string {
  return typed.replaceAll(/\s/g, '');
}
