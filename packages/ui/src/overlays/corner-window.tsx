import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

interface CornerWindowProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Label of the control that opens it, and title of the window. */
  readonly title: string;
  /** Accessible name of the control, if the title is not sufficient. */
  readonly openLabel: string;
  readonly closeLabel: string;
  /** Whether it contains something unseen. */
  readonly hasNews: boolean;
  /** False if another control opens the window. */
  readonly hasButton?: boolean;
  readonly children: ReactNode;
}

/**
 * A window in the corner of every screen, which stays usable. On phones the window covers the screen, and its
 * button is at the end of the page.
 */
export function CornerWindow({
  title,
  openLabel,
  closeLabel,
  hasNews,
  hasButton = true,
  children,
  ...root
}: CornerWindowProps) {
  return (
    <Base.Root {...root} modal={false} disablePointerDismissal>
      {hasButton && (
        /* A separate landmark for screen readers. */
        <aside
          aria-label={title}
          className="max-sm:flex max-sm:justify-center max-sm:border-t max-sm:border-line max-sm:px-5 max-sm:py-4"
        >
          <Base.Trigger
            aria-label={openLabel}
            className="z-5 inline-flex min-h-11 animate-rise items-center gap-2 rounded-full border border-edge bg-raised px-5 font-semibold text-ink transition-colors hover:border-ink data-popup-open:hidden sm:fixed sm:right-6 sm:bottom-6"
          >
            {hasNews && <span aria-hidden className="size-2.5 rounded-full bg-comet" />}
            {title}
          </Base.Trigger>
        </aside>
      )}
      <Base.Portal>
        <Base.Popup className="fixed inset-0 z-30 flex flex-col bg-raised transition-opacity outline-none data-ending-style:opacity-0 data-starting-style:opacity-0 sm:inset-auto sm:right-6 sm:bottom-6 sm:h-[min(40rem,calc(100dvh-3rem))] sm:w-100 sm:rounded-control sm:border sm:border-edge">
          <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-2">
            <Base.Title className="m-0 text-lead">{title}</Base.Title>
            <Base.Close className="min-h-11 border-0 bg-transparent px-1 font-medium text-ink hover:text-comet">
              {closeLabel}
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
