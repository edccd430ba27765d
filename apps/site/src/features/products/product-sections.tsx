import type { ReactNode } from 'react';

interface FitProps {
  readonly goodFor: { readonly heading: string; readonly items: readonly string[] };
  readonly notFor: { readonly heading: string; readonly items: readonly string[] };
}

/** Uses for which a product is suitable, and for which it is not. */
export function Fit({ goodFor, notFor }: FitProps) {
  return (
    <div className="mt-5 grid gap-5 md:grid-cols-2">
      {[goodFor, notFor].map(({ heading, items }) => (
        <section key={heading} className="rounded-control border border-line bg-raised p-6">
          <h2 className={`m-0 text-lead ${heading === goodFor.heading ? 'text-safe' : ''}`}>{heading}</h2>
          <ul className="m-0 mt-3 flex list-disc flex-col gap-2 pl-5 text-quiet">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface PromisesProps {
  readonly rows: readonly (readonly [string, string])[];
  /** Shown after the last row. */
  readonly children?: ReactNode;
}

/** Statements, each with its explanation. */
export function Promises({ rows, children }: PromisesProps) {
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
      {rows.map(([name, meaning]) => (
        <section key={name} className="border-t border-line pt-4">
          <h3 className="m-0 text-body">{name}</h3>
          <p className="m-0 mt-2 text-quiet">{meaning}</p>
        </section>
      ))}
      {children !== undefined && <p className="m-0 border-t border-line pt-4">{children}</p>}
    </div>
  );
}
