import { settingsTexts } from '@comet/texts';
import { Row, ThemeToggle } from '@comet/ui';
import type { SettingsSection } from '../section.tsx';

const labels = {
  light: settingsTexts.themeLight,
  dark: settingsTexts.themeDark,
  device: settingsTexts.themeDevice,
};

function ThemeRow() {
  return (
    <Row term={settingsTexts.theme}>
      <ThemeToggle legend={settingsTexts.theme} labels={labels} />
    </Row>
  );
}

export const appearance: SettingsSection = { heading: settingsTexts.appearance, rows: [ThemeRow] };
