import type { ReactNode } from 'react';
import { classes } from '../actions/classes.ts';

interface CardProps {
  readonly children: ReactNode;
  /** The second half, on a warm background; below the first on phones. */
  readonly aside?: ReactNode;
}

/** A group of related content on a raised background. */
export function Card({ children, aside }: CardProps) {
  return (
    <section
      className={classes(
        'overflow-hidden rounded-control border border-line bg-raised',
        aside !== undefined && 'lg:grid lg:grid-cols-[minmax(0,1fr)_20.5rem]',
      )}
    >
      {/* The card's edge replaces the outer lines of rows. */}
      <div className="min-w-0 p-5 sm:p-7 [&>dl]:-my-3.5 [&>dl]:border-t-0 [&>dl>:last-child]:border-b-0">
        {children}
      </div>
      {aside !== undefined && (
        <div className="min-w-0 border-t border-line bg-warm p-5 sm:p-7 lg:border-t-0 lg:border-l">
          {aside}
        </div>
      )}
    </section>
  );
}
