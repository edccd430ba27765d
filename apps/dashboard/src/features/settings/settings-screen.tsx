import { settingsTexts } from '@comet/texts';
import { Headline } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { userQuery } from '../account/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { AwaitedRows } from './awaited-rows.tsx';
import { Section } from './section.tsx';
import { sections } from './sections.ts';

export default function SettingsScreen() {
  useDocumentTitle(settingsTexts.screen);
  // Whoever cannot be loaded has no settings either: that failure belongs to the whole screen.
  useSuspenseQuery(userQuery);
  return (
    <div className="flex flex-col gap-12">
      <Headline>{settingsTexts.headline}</Headline>
      <AwaitedRows>
        {sections
          .filter(({ rows }) => rows.length > 0)
          .map((section) => (
            <Section key={section.heading} {...section} />
          ))}
      </AwaitedRows>
    </div>
  );
}
