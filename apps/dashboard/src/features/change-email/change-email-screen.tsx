import { settingsTexts } from '@comet/texts';
import { SettingsSubPage } from '../settings/index.ts';

export default function ChangeEmailScreen() {
  return <SettingsSubPage title={settingsTexts.changeEmail} />;
}
