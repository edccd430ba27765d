import { settingsTexts } from '@comet/texts';
import type { SettingsSection } from '../section.tsx';

export const danger: SettingsSection = { heading: settingsTexts.danger, rows: [] };
