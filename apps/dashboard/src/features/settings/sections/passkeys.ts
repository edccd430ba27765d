import { passkeysTexts } from '@comet/texts';
import { PasskeyRows } from '../../passkeys/index.ts';
import type { SettingsSection } from '../section.tsx';

export const passkeys: SettingsSection = { heading: passkeysTexts.heading, rows: [PasskeyRows] };
