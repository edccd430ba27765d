import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly explanation?: string;
  readonly children?: ReactNode;
  /** The confirming button, followed by the button to close; absent if a form among the children has them. */
  readonly actions?: ReactNode;
  /** Element with the initial focus; the first control by default. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

/** Loaded on demand: it is a fifth of a screen's code, and most visits open no dialog. */
const Popup = lazy(() => import('./dialog-popup.tsx'));

/** A modal dialog. Escape and a click outside close it. */
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
