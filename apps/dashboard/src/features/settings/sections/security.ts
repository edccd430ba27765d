import { settingsTexts } from '@comet/texts';
import { PasswordRow } from '../../passwords/index.ts';
import { TwoFactorRow } from '../../two-factor/index.ts';
import type { SettingsSection } from '../section.tsx';

export const security: SettingsSection = {
  heading: settingsTexts.security,
  rows: [PasswordRow, TwoFactorRow],
};
