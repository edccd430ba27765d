import type { ReactNode } from 'react';

/** The headline of a screen, one sentence, with an optional explanation below it. */
export function Headline({
  children,
  explanation,
}: {
  readonly children: ReactNode;
  readonly explanation?: ReactNode;
}) {
  return (
    <header className="flex flex-col gap-2">
      {/* Focused when the screen replaces another one. */}
      <h1
        tabIndex={-1}
        className="m-0 wrap-anywhere text-[2rem] leading-[1.12] outline-none max-[15rem]:text-[1.5rem] sm:text-headline"
      >
        {children}
      </h1>
      {explanation !== undefined && (
        <p className="m-0 max-w-[36rem] wrap-anywhere text-quiet">{explanation}</p>
      )}
    </header>
  );
}

/** The heading of a section. */
export function Subhead({ children }: { readonly children: ReactNode }) {
  return <h2 className="m-0 text-[1.375rem] leading-tight">{children}</h2>;
}
