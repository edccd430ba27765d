import { settingsTexts } from '@comet/texts';
import type { SettingsSection } from '../section.tsx';

export const connectedAccounts: SettingsSection = { heading: settingsTexts.connectedAccounts, rows: [] };
