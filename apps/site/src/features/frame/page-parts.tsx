import { classes } from '@comet/ui';
import type { ReactNode } from 'react';

/** The headline of a page, one sentence, with an optional explanation below it. */
export function PageHead({
  children,
  explanation,
  centered = false,
}: {
  readonly children: ReactNode;
  readonly explanation?: ReactNode;
  readonly centered?: boolean;
}) {
  return (
    <header
      className={classes(
        'flex max-w-[48rem] flex-col gap-5 pt-10 sm:pt-16',
        centered && 'mx-auto items-center text-center',
      )}
    >
      <h1 className="m-0 wrap-anywhere text-[2.5rem] leading-[1.06] tracking-[-0.02em] sm:text-[3.5rem]">
        {children}
      </h1>
      {explanation !== undefined && <p className="m-0 max-w-[40rem] text-lead text-quiet">{explanation}</p>}
    </header>
  );
}

/** A section of a page with its heading. */
export function PageSection({
  id,
  heading,
  explanation,
  children,
}: {
  readonly id?: string;
  readonly heading: string;
  readonly explanation?: string;
  readonly children: ReactNode;
}) {
  return (
    <section id={id} className="mt-20">
      <h2 className="m-0 text-[1.75rem] leading-tight sm:text-[2.25rem]">{heading}</h2>
      {explanation !== undefined && <p className="m-0 mt-3 max-w-[40rem] text-quiet">{explanation}</p>}
      <div className="mt-8">{children}</div>
    </section>
  );
}

/** Classes of a card: related content on a raised background. */
export const cardClasses = 'rounded-control border border-line bg-raised';

export const actionClasses = 'text-comet underline decoration-1 underline-offset-4 hover:decoration-2';

/** For a warm background, with which the accent color has too little contrast for text. */
export const inkActionClasses =
  'text-ink underline decoration-comet decoration-2 underline-offset-4 hover:decoration-4';
