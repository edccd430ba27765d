import { settingsTexts } from '@comet/texts';
import { TwoFactorRow } from '../../two-factor/index.ts';
import type { SettingsSection } from '../section.tsx';

export const security: SettingsSection = { heading: settingsTexts.security, rows: [TwoFactorRow] };
