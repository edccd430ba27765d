import { settingsTexts } from '@comet/texts/desktop';
import { RadioPills, SwitchField, type ThemePreference, useTheme } from '@comet/ui';
import { useEffect, useState } from 'react';
import { useShell } from '../../platform/shell/index.ts';
import { closesToTray, setClosesToTray } from '../leaving/index.ts';

const themes: readonly ThemePreference[] = ['light', 'dark', 'device'];

/** What concerns the app alone: the daemon does not know of it. */
export function AppSettings() {
  const [theme, setTheme] = useTheme();
  const [autostart, setAutostart] = useAutostart();
  const [toTray, setToTray] = useState(closesToTray);
  return (
    <>
      <div className="flex flex-col gap-2">
        <span>{settingsTexts.theme}</span>
        <RadioPills
          legend={settingsTexts.theme}
          name="theme"
          pills={themes.map((value) => ({ value, label: settingsTexts.themes[value] }))}
          value={theme}
          onChange={setTheme}
        />
      </div>
      <SwitchField
        label={settingsTexts.autostart}
        hint={settingsTexts.autostartHint}
        checked={autostart}
        onChange={setAutostart}
      />
      <SwitchField
        label={settingsTexts.closeToTray}
        hint={settingsTexts.closeToTrayHint}
        checked={toTray}
        onChange={(on) => {
          setClosesToTray(on);
          setToTray(on);
        }}
      />
    </>
  );
}

/** Whether the app starts with the machine, as the system has it. */
function useAutostart(): readonly [boolean, (on: boolean) => void] {
  const { autostart } = useShell();
  const [on, setOn] = useState(false);
  useEffect(() => {
    autostart.isOn().then(setOn, () => undefined);
  }, [autostart]);
  const change = (wanted: boolean) => {
    autostart
      .set(wanted)
      .then(() => autostart.isOn())
      .then(setOn, () => undefined);
  };
  return [on, change];
}
