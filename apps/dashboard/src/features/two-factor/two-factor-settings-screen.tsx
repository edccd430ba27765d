import { settingsTexts } from '@comet/texts';
import { SettingsSubPage } from '../settings/index.ts';

export default function TwoFactorSettingsScreen() {
  return <SettingsSubPage title={settingsTexts.twoFactor} />;
}
