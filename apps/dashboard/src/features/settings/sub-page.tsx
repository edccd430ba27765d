import { settingsTexts } from '@comet/texts';
import { Headline } from '@comet/ui';
import type { ReactNode } from 'react';
import { Breadcrumb, useDocumentTitle } from '../shell/index.ts';

interface SettingsSubPageProps {
  /** The headline, also used as the window's title. */
  readonly title: string;
  readonly explanation?: ReactNode;
  readonly children?: ReactNode;
}

/** A screen below the settings, with a link back above its headline. */
export function SettingsSubPage({ title, explanation, children }: SettingsSubPageProps) {
  useDocumentTitle(title);
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <Breadcrumb to="/dash/settings/" name={settingsTexts.screen} />
        <Headline explanation={explanation}>{title}</Headline>
      </div>
      {children}
    </div>
  );
}
