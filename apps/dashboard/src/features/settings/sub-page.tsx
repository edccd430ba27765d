import { settingsTexts } from '@comet/texts';
import { Headline } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../shell/index.ts';

interface SettingsSubPageProps {
  /** The headline, and the window's title. */
  readonly title: string;
  readonly explanation?: ReactNode;
  readonly children?: ReactNode;
}

/** A screen under the settings: the way back above its headline. */
export function SettingsSubPage({ title, explanation, children }: SettingsSubPageProps) {
  useDocumentTitle(title);
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <nav aria-label={settingsTexts.breadcrumb}>
          <Link
            to="/dash/settings/"
            className="inline-flex min-h-6 items-center gap-2 text-small text-quiet no-underline transition-colors hover:text-ink"
          >
            <BackArrow />
            {settingsTexts.screen}
          </Link>
        </nav>
        <Headline explanation={explanation}>{title}</Headline>
      </div>
      {children}
    </div>
  );
}

function BackArrow() {
  return (
    <svg aria-hidden="true" width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor">
      <path d="M8.5 2.5 4 7l4.5 4.5" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
