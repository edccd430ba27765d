import type { SettingsSection } from './section.tsx';
import { account } from './sections/account.tsx';
import { appearance } from './sections/appearance.tsx';
import { connectedAccounts } from './sections/connected-accounts.ts';
import { danger } from './sections/danger.ts';
import { passkeys } from './sections/passkeys.ts';
import { security } from './sections/security.ts';
import { sessions } from './sections/sessions.ts';
import { yourData } from './sections/your-data.ts';

/** The settings from top to bottom. A feature adds its row to the section's own file; a section without rows is not shown. */
export const sections: readonly SettingsSection[] = [
  account,
  security,
  passkeys,
  sessions,
  connectedAccounts,
  appearance,
  yourData,
  danger,
];
