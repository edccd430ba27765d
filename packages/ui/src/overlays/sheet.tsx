import { lazy, type ReactNode, Suspense, useState } from 'react';

export interface SheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** On the control that opens it. */
  readonly openLabel: string;
  readonly closeLabel: string;
  /** Names the sheet for those who do not see it. */
  readonly title: string;
  /** Stays at the top, where the page has it. */
  readonly mark: ReactNode;
  readonly children: ReactNode;
}

/** Fetched by the first who opens it: wide screens never do. */
const Popup = lazy(() => import('./sheet-popup.tsx'));

/** A phone's navigation: it covers the screen, and what it holds leads on. */
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
