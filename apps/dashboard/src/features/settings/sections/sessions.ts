import { settingsTexts } from '@comet/texts';
import { EverywhereRow, SessionRows } from '../../sessions/index.ts';
import type { SettingsSection } from '../section.tsx';

export const sessions: SettingsSection = {
  heading: settingsTexts.sessions,
  rows: [SessionRows, EverywhereRow],
};
