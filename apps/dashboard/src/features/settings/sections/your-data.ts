import { settingsTexts } from '@comet/texts';
import { ExportRow } from '../../export/index.ts';
import type { SettingsSection } from '../section.tsx';

export const yourData: SettingsSection = { heading: settingsTexts.yourData, rows: [ExportRow] };
