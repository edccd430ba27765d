import { shellTexts } from '@comet/texts';
import { Headline, Logo, Trail } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A screen on its own, between the dashboard and a provider. */
export function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-160 flex-col gap-14 px-5 pt-5 pb-12 sm:px-10 sm:pt-10">
      <Link to="/" className="self-start no-underline">
        <Logo name={shellTexts.brand} />
      </Link>
      <div className="flex flex-col items-start gap-7" aria-live="polite">
        {children}
      </div>
    </main>
  );
}

/** Something is under way, and what comes next comes by itself. */
export function Waiting({ children }: { readonly children: string }) {
  return (
    <div className="flex w-full flex-col gap-6">
      <Headline>{children}</Headline>
      <Trail label={children} progress={null} />
    </div>
  );
}
