import {
  helpLinkTexts,
  settingsFileTexts,
  settingsTexts,
  statisticsTexts,
  updatesTexts,
} from '@comet/texts/desktop';
import { RadioPills, SwitchField, type ThemePreference, useTheme } from '@comet/ui';
import { useState } from 'react';
import { useAutostart } from '../autostart/index.ts';
import { HelpRow } from '../help/index.ts';
import { closesToTray, setClosesToTray } from '../quit/index.ts';
import { useVersionText } from '../update/index.ts';
import { NavigationRow } from './setting-rows.tsx';
import type { Setting } from './setting.ts';

const themes: readonly ThemePreference[] = ['light', 'dark', 'device'];

/** Settings that the app stores itself, instead of the daemon, and help. */
export const appSettings: readonly Setting[] = [
  {
    key: 'theme',
    section: 'app',
    names: [settingsTexts.theme, ...Object.values(settingsTexts.themes)],
    row: <Theme />,
  },
  {
    key: 'autostart',
    section: 'app',
    names: [settingsTexts.autostart, settingsTexts.autostartHint],
    row: <Autostart />,
  },
  {
    key: 'close-to-tray',
    section: 'app',
    names: [settingsTexts.closeToTray, settingsTexts.closeToTrayHint],
    row: <CloseToTray />,
  },
  {
    key: 'statistics',
    section: 'app',
    names: [statisticsTexts.title, statisticsTexts.hint, statisticsTexts.budget],
    row: <NavigationRow to="statistics" title={statisticsTexts.title} detail={statisticsTexts.hint} />,
  },
  {
    key: 'settings-file',
    section: 'app',
    names: [settingsFileTexts.title, settingsFileTexts.hint],
    row: <NavigationRow to="settings-file" title={settingsFileTexts.title} detail={settingsFileTexts.hint} />,
  },
  {
    key: 'help',
    section: 'app',
    names: [helpLinkTexts.title, helpLinkTexts.hint],
    row: <HelpRow />,
  },
  {
    key: 'check',
    section: 'app',
    names: [settingsTexts.check, settingsTexts.checkHint],
    row: <NavigationRow to="check" title={settingsTexts.check} detail={settingsTexts.checkHint} />,
  },
  {
    key: 'report',
    section: 'app',
    names: [settingsTexts.report, settingsTexts.reportHint],
    row: <NavigationRow to="report" title={settingsTexts.report} detail={settingsTexts.reportHint} />,
  },
  {
    key: 'version',
    section: 'app',
    names: [updatesTexts.row, updatesTexts.title],
    row: <Version />,
  },
];

function Theme() {
  const [theme, setTheme] = useTheme();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
      <span>{settingsTexts.theme}</span>
      <RadioPills
        legend={settingsTexts.theme}
        name="theme"
        pills={themes.map((value) => ({ value, label: settingsTexts.themes[value] }))}
        value={theme}
        onChange={setTheme}
      />
    </div>
  );
}

function Autostart() {
  const [autostart, setAutostart] = useAutostart();
  return (
    <SwitchField
      label={settingsTexts.autostart}
      hint={settingsTexts.autostartHint}
      checked={autostart}
      onChange={setAutostart}
    />
  );
}

function CloseToTray() {
  const [toTray, setToTray] = useState(closesToTray);
  return (
    <SwitchField
      label={settingsTexts.closeToTray}
      hint={settingsTexts.closeToTrayHint}
      checked={toTray}
      onChange={(on) => {
        setClosesToTray(on);
        setToTray(on);
      }}
    />
  );
}

function Version() {
  const { text, isNewer } = useVersionText();
  return (
    <NavigationRow
      to="update"
      title={updatesTexts.row}
      detail={text}
      action={{ label: isNewer ? updatesTexts.see : settingsTexts.open, name: settingsTexts.openWhat }}
    />
  );
}
