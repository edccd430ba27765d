import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly explanation?: string;
  readonly children?: ReactNode;
  /** The decision first, the way back second; absent where a form among the children holds them. */
  readonly actions?: ReactNode;
  /** Element with the initial focus; the first control by default. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

/** A fifth of a screen's bytes, for what most visits never open. */
const Popup = lazy(() => import('./dialog-popup.tsx'));

/** A question that must be answered before anything else. Escape and a press outside are the way back. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return (
    wanted && (
      <Suspense>
        <Popup {...props} />
      </Suspense>
    )
  );
}
