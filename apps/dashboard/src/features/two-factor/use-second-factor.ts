import { errorText } from '@comet/texts';
import { type FormEvent, useReducer, useRef, useState } from 'react';
import {
  emptyFactor,
  type Factor,
  factorOf,
  reduceFactor,
  type SecondFactorState,
} from './second-factor-state.ts';

export interface SecondFactor extends SecondFactorState {
  /** Whether the input is complete. */
  readonly complete: boolean;
  readonly busy: boolean;
  readonly enter: (value: string) => void;
  readonly setRemember: (remember: boolean) => void;
  readonly switchMode: () => void;
  readonly submit: (event: FormEvent) => void;
}

/** A form for a code or a recovery code. An error of `onFactor` is shown at the field, and the field is cleared. */
export function useSecondFactor(
  onFactor: (factor: Factor, remember: boolean) => Promise<unknown>,
): SecondFactor {
  const [state, dispatch] = useReducer(reduceFactor, emptyFactor);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const factor = factorOf(state);

  const send = async () => {
    if (factor === null || running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await onFactor(factor, state.remember);
    } catch (error) {
      dispatch({ kind: 'fail', error: errorText(error).text });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return {
    ...state,
    complete: factor !== null,
    busy,
    enter: (value) => dispatch({ kind: 'enter', value }),
    setRemember: (remember) => dispatch({ kind: 'remember', remember }),
    switchMode: () => dispatch({ kind: 'switch' }),
    submit: (event) => {
      event.preventDefault();
      void send();
    },
  };
}
