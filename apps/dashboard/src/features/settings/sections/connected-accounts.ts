import { settingsTexts } from '@comet/texts';
import { ConnectedAccountsRows } from '../../social/index.ts';
import type { SettingsSection } from '../section.tsx';

export const connectedAccounts: SettingsSection = {
  heading: settingsTexts.connectedAccounts,
  rows: [ConnectedAccountsRows],
};
