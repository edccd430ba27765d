import { shellTexts } from '@comet/texts';
import { Logo, Headline, Trail } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

/** Layout of the target of a mailed link: the logo and one section below it, for visitors and users alike. */
export function ConfirmLayout({ children }: { readonly children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-160 flex-col gap-14 px-5 pt-5 pb-12 sm:px-10 sm:pt-10">
      <Link to="/" className="self-start no-underline">
        <Logo name={shellTexts.brand} />
      </Link>
      {children}
    </main>
  );
}

/** The same for sections that replace each other without a user action: screen readers announce the next one. */
export function UnfoldingLayout({ children }: { readonly children: ReactNode }) {
  return (
    <ConfirmLayout>
      <div className="flex flex-col items-start gap-7" aria-live="polite">
        {children}
      </div>
    </ConfirmLayout>
  );
}

/** An operation in progress whose result appears without a user action. */
export function Waiting({ children }: { readonly children: string }) {
  return (
    <div className="flex w-full flex-col gap-6">
      <Headline>{children}</Headline>
      <Trail label={children} progress={null} />
    </div>
  );
}

/**
 * Result of an action, replacing its form. It takes the focus, so that screen readers announce it and Tab
 * continues from it.
 */
export function OutcomeMessage({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col items-start gap-7 outline-none">
      {children}
    </div>
  );
}
