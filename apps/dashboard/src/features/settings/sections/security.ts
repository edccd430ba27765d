import { settingsTexts } from '@comet/texts';
import type { SettingsSection } from '../section.tsx';

export const security: SettingsSection = { heading: settingsTexts.security, rows: [] };
