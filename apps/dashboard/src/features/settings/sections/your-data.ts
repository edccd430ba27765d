import { settingsTexts } from '@comet/texts';
import type { SettingsSection } from '../section.tsx';

export const yourData: SettingsSection = { heading: settingsTexts.yourData, rows: [] };
