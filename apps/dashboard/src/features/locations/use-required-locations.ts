import { locationTexts as texts } from '@comet/texts';
import { type RefObject, useRef, useState } from 'react';

interface RequiredLocations {
  /** Props of the `LocationChoice`. */
  readonly field: {
    readonly fieldset: RefObject<HTMLFieldSetElement | null>;
    readonly error: string | undefined;
  };
  /** Returns whether a location is chosen; if not, shows the error and moves the focus to the locations. */
  readonly check: () => boolean;
}

/** Requires at least one location in a form in which `count` are chosen. From the first failed check on, the error follows the choice. */
export function useRequiredLocations(count: number): RequiredLocations {
  const [isChecked, setChecked] = useState(false);
  const fieldset = useRef<HTMLFieldSetElement | null>(null);
  return {
    field: { fieldset, error: isChecked && count === 0 ? texts.chooseOne : undefined },
    check: () => {
      if (count > 0) return true;
      setChecked(true);
      fieldset.current?.querySelector<HTMLInputElement>('input:enabled')?.focus();
      return false;
    },
  };
}
