import { settingsTexts } from '@comet/texts';
import { Headline } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { userQuery } from '../account/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { AwaitedRows } from './awaited-rows.tsx';
import { Section, type SettingsSection } from './section.tsx';
import { account } from './sections/account.tsx';
import { appearance } from './sections/appearance.tsx';
import { connectedAccounts } from './sections/connected-accounts.ts';
import { danger } from './sections/danger.ts';
import { passkeys } from './sections/passkeys.ts';
import { security } from './sections/security.ts';
import { sessions } from './sections/sessions.ts';
import { yourData } from './sections/your-data.ts';

/** The settings from top to bottom. A feature adds its row to the section's own file; a section without rows is not shown. */
const sections: readonly SettingsSection[] = [
  account,
  security,
  passkeys,
  sessions,
  connectedAccounts,
  appearance,
  yourData,
  danger,
];

export default function SettingsScreen() {
  useDocumentTitle(settingsTexts.screen);
  // Without the user there are no settings: this failure replaces the whole screen.
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
