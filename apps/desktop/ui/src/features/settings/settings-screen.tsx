import { say } from '@comet/texts';
import { settingsFileTexts, settingsTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import {
  FieldError,
  LinkAction,
  Subhead,
  SwitchField,
  RadioPills,
  type ThemePreference,
  useTheme,
} from '@comet/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useChoices } from '../../platform/daemon/index.ts';
import { type Screen, ScreenFrame, useNavigation } from '../navigation/index.ts';
import { UpdateRow } from '../update/index.ts';
import { useShell } from '../../platform/shell/index.ts';
import { closesToTray, setClosesToTray } from '../quit/index.ts';

const themes: readonly ThemePreference[] = ['light', 'dark', 'device'];

/** Settings of the app, which the daemon does not store. */
function AppSettings() {
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

/** Automatic behaviour of tunnel and app. The options configure the tunnel itself. */
export function SettingsScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { settings } = snapshot;
  const { choose, failure } = useChoices();
  return (
    <ScreenFrame title={settingsTexts.title}>
      <FieldError>{failure}</FieldError>
      {snapshot.account !== null && (
        <Part title={settingsTexts.account}>
          <Way to="account" title={snapshot.account.email} hint={settingsTexts.accountHint} />
        </Part>
      )}
      <Part title={settingsTexts.tunnel}>
        <Way to="options" title={settingsTexts.options} hint={settingsTexts.tunnelHint} />
        <Way to="settings-file" title={settingsFileTexts.title} hint={settingsFileTexts.hint} />
      </Part>
      <Part title={settingsTexts.safety}>
        <p className="m-0 flex flex-col py-3">
          <span>{settingsTexts.killSwitch}</span>
          <span className="text-small text-quiet">{settingsTexts.killSwitchHint}</span>
        </p>
        <SwitchField
          label={settingsTexts.lockdown}
          hint={settingsTexts.lockdownHint}
          checked={settings.lockdown}
          onChange={(on) => choose('lockdown.set', { on })}
        />
        <SwitchField
          label={settingsTexts.postQuantum}
          hint={settingsTexts.postQuantumHint}
          checked={settings.postQuantum}
          onChange={(on) => choose('post-quantum.set', { on })}
        />
      </Part>
      <Part title={settingsTexts.network}>
        <SwitchField
          label={settingsTexts.autoConnect}
          hint={settingsTexts.autoConnectHint}
          checked={settings.autoConnect}
          onChange={(on) => choose('auto-connect.set', { on })}
        />
        <SwitchField
          label={settingsTexts.allowLan}
          hint={settingsTexts.allowLanHint}
          checked={settings.allowLan}
          onChange={(on) => choose('allow-lan.set', { on })}
        />
      </Part>
      <Part title={settingsTexts.app}>
        <AppSettings />
      </Part>
      <Part title={settingsTexts.help}>
        <UpdateRow />
        <Way to="check" title={settingsTexts.check} hint={settingsTexts.checkHint} />
        <Way to="report" title={settingsTexts.report} hint={settingsTexts.reportHint} />
      </Part>
    </ScreenFrame>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <Subhead>{title}</Subhead>
      <div className="flex flex-col divide-y divide-line border-y border-line *:py-3">{children}</div>
    </section>
  );
}

interface WayProps {
  readonly to: Screen;
  readonly title: string;
  readonly hint: string;
}

/** A row that leads to a screen of its own. */
function Way({ to, title, hint }: WayProps) {
  const { open } = useNavigation();
  return (
    <div className="flex items-center justify-between gap-5">
      <span className="flex min-w-0 flex-col">
        <span>{title}</span>
        <span className="text-small text-quiet">{hint}</span>
      </span>
      <LinkAction aria-label={say(settingsTexts.openWhat, { what: title })} onClick={() => open(to)}>
        {settingsTexts.open}
      </LinkAction>
    </div>
  );
}
