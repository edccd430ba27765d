import type { ErrorCode } from '@comet/contract';
import { errorText } from '@comet/texts';
import { type FormEvent, useReducer, useRef, useState } from 'react';
import { ApiError } from '../../platform/data/api.ts';
import {
  emptyFactor,
  type Factor,
  factorOf,
  reduceFactor,
  type SecondFactorState,
} from './second-factor-state.ts';

interface FactorInput extends SecondFactorState {
  /** Whether the input is complete. */
  readonly complete: boolean;
  readonly enter: (value: string) => void;
  readonly setRemember: (remember: boolean) => void;
  readonly switchMode: () => void;
  /**
   * Runs a request with the factor. A failure is shown at the field, and the field is cleared; one with the code `elsewhere` is thrown and
   * leaves the field as it is. Returns null if the input is incomplete or the request failed.
   */
  readonly verify: <Done>(
    work: (factor: Factor) => Promise<Done>,
    elsewhere?: ErrorCode,
  ) => Promise<Done | null>;
}

export interface SecondFactor extends Omit<FactorInput, 'verify'> {
  readonly busy: boolean;
  readonly submit: (event: FormEvent) => void;
}

/** State of the field for a code or a recovery code. */
export function useFactorInput(): FactorInput {
  const [state, dispatch] = useReducer(reduceFactor, emptyFactor);
  const factor = factorOf(state);
  return {
    ...state,
    complete: factor !== null,
    enter: (value) => dispatch({ kind: 'enter', value }),
    setRemember: (remember) => dispatch({ kind: 'remember', remember }),
    switchMode: () => dispatch({ kind: 'switch' }),
    verify: async (work, elsewhere) => {
      if (factor === null) return null;
      try {
        return await work(factor);
      } catch (error) {
        if (elsewhere !== undefined && error instanceof ApiError && error.is(elsewhere)) throw error;
        dispatch({ kind: 'fail', error: errorText(error).text });
        return null;
      }
    },
  };
}

/** A form for a code or a recovery code. An error of `onFactor` is shown at the field, and the field is cleared. */
export function useSecondFactor(
  onFactor: (factor: Factor, remember: boolean) => Promise<unknown>,
): SecondFactor {
  const { verify, ...input } = useFactorInput();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const send = async () => {
    if (!input.complete || running.current) return;
    running.current = true;
    setBusy(true);
    await verify((factor) => onFactor(factor, input.remember));
    running.current = false;
    setBusy(false);
  };
  return {
    ...input,
    busy,
    submit: (event) => {
      event.preventDefault();
      void send();
    },
  };
}
