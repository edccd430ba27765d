import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

interface SheetProps {
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

/** A phone's navigation: it covers the screen, and what it holds leads on. */
export function Sheet({ open, onOpenChange, openLabel, closeLabel, title, mark, children }: SheetProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger className="min-h-11 border-0 bg-transparent px-1 font-medium text-ink">
        {openLabel}
      </Base.Trigger>
      <Base.Portal>
        <Base.Popup className="fixed inset-0 flex flex-col gap-6 overflow-y-auto bg-ground px-5 pt-2 pb-8 sm:px-10 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
          <div className="flex items-center justify-between">
            <Base.Title className="sr-only">{title}</Base.Title>
            {mark}
            <Base.Close className="ml-auto min-h-11 border-0 bg-transparent px-1 font-medium text-ink">
              {closeLabel}
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
