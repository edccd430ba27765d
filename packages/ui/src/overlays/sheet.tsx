import { lazy, type ReactNode, Suspense, useState } from 'react';

export interface SheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Accessible name of the control that opens it. */
  readonly openLabel: string;
  readonly closeLabel: string;
  /** Accessible name of the sheet. */
  readonly title: string;
  /** The logo, at the same position as on the page. */
  readonly mark: ReactNode;
  readonly children: ReactNode;
}

/** Loaded when first opened; wide screens never open it. */
const Popup = lazy(() => import('./sheet-popup.tsx'));

/** Full-screen navigation for phones. */
export function Sheet({ openLabel, ...sheet }: SheetProps) {
  const { open, onOpenChange } = sheet;
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => onOpenChange(true)}
        className="min-h-11 border-0 bg-transparent px-1 font-medium text-ink"
      >
        {openLabel}
      </button>
      {wanted && (
        <Suspense>
          <Popup {...sheet} />
        </Suspense>
      )}
    </>
  );
}
