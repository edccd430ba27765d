import { shellTexts } from '@comet/texts';
import { Logo } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { VisitorSupport } from '../support/index.ts';

interface AsideLayoutProps {
  /** Target of the logo's link. */
  readonly home: '/' | '/dash/home/';
  /** At the end of the head. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
  readonly aside: ReactNode;
}

/**
 * A screen with one task and related content in a raised column, which is below it on phones. On wide screens
 * both have a fixed width and meet at the border, without an empty half between them.
 */
export function AsideLayout({ home, action, children, aside }: AsideLayoutProps) {
  return (
    <>
      <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_max(440px,calc(50%-200px))]">
        <main className="px-5 pt-5 pb-12 sm:px-10 sm:pt-10 lg:px-18 lg:pt-12">
          <div className="ml-auto flex flex-col lg:max-w-174">
            <div className="flex items-center justify-between gap-6">
              <Link to={home} className="-ml-0.5 no-underline">
                <Logo name={shellTexts.brand} />
              </Link>
              {action}
            </div>
            {children}
          </div>
        </main>
        <aside className="grow border-t border-line bg-raised px-5 py-10 max-lg:empty:hidden sm:px-10 lg:border-t-0 lg:border-l lg:px-12 lg:pt-[6.1rem]">
          {aside && <div className="h-full lg:max-w-86">{aside}</div>}
        </aside>
      </div>
      {home === '/' && <VisitorSupport />}
    </>
  );
}
