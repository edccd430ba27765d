import { shellTexts } from '@comet/texts';
import { Logo } from '@comet/ui';
import { Link } from '../../platform/router/index.ts';
import type { ReactNode } from 'react';

interface AsideLayoutProps {
  /** Where the mark leads. */
  readonly home: '/' | '/dash/home/';
  readonly children: ReactNode;
  readonly aside: ReactNode;
}

/** A screen that does one thing, with what belongs to it in a raised column; below it on a phone, where there is something. */
export function AsideLayout({ home, children, aside }: AsideLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_440px]">
      <main className="flex flex-col px-5 pt-5 pb-12 sm:px-10 sm:pt-10 lg:px-18 lg:pt-12">
        <Link to={home} className="-ml-0.5 self-start no-underline">
          <Logo name={shellTexts.brand} />
        </Link>
        {children}
      </main>
      <aside className="grow border-t border-line bg-raised px-5 py-10 max-lg:empty:hidden sm:px-10 lg:border-t-0 lg:border-l lg:px-12 lg:pt-[6.1rem]">
        {aside}
      </aside>
    </div>
  );
}
