import { settingsTexts } from '@comet/texts';
import { DeleteAccountRow } from '../../delete-account/index.ts';
import type { SettingsSection } from '../section.tsx';

export const danger: SettingsSection = { heading: settingsTexts.danger, rows: [DeleteAccountRow] };
