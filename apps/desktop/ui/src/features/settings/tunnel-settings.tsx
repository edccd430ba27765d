import { settingsTexts } from '@comet/texts/desktop';
import { meteredChoices, type Snapshot } from '@comet/tunnel-protocol';
import { RadioPills, SwitchField } from '@comet/ui';
import type { useChoices } from '../../platform/daemon/index.ts';
import { type OptionRow, optionRows } from '../options/index.ts';
import { NavigationRow, TitleAndDetail } from './setting-rows.tsx';
import type { Section, Setting } from './setting.ts';

type Choose = ReturnType<typeof useChoices>['choose'];

const changes = { label: settingsTexts.change, name: settingsTexts.changeWhat } as const;

/** The section of each setting that has its own screen. */
const sectionOf: Readonly<Record<OptionRow['screen'], Section>> = {
  protocol: 'connection',
  server: 'connection',
  'multi-hop': 'connection',
  pause: 'connection',
  names: 'privacy',
  'own-lists': 'privacy',
  split: 'network',
  networks: 'network',
  proxies: 'network',
  forwards: 'network',
  access: 'network',
  lists: 'connection',
  profiles: 'connection',
  routes: 'network',
};

/**
 * Returns the tunnel settings that this system supports, in the order of their sections. The daemon stores
 * them. `now` in ms since 1970: an expired pause is not shown.
 */
export function tunnelSettings(snapshot: Snapshot, now: number, choose: Choose): readonly Setting[] {
  const { settings } = snapshot;
  const options = optionRows(snapshot, now).map(
    (row): Setting => ({
      key: row.screen,
      section: sectionOf[row.screen],
      names: [row.term, row.value, ...row.also],
      row: <NavigationRow to={row.screen} title={row.term} detail={row.value} action={changes} />,
    }),
  );
  return [
    {
      key: 'kill-switch',
      section: 'privacy',
      names: [settingsTexts.killSwitch, settingsTexts.killSwitchHint],
      row: <TitleAndDetail title={settingsTexts.killSwitch} detail={settingsTexts.killSwitchHint} />,
    },
    {
      key: 'lockdown',
      section: 'privacy',
      names: [settingsTexts.lockdown, settingsTexts.lockdownHint],
      row: (
        <SwitchField
          label={settingsTexts.lockdown}
          hint={settingsTexts.lockdownHint}
          checked={settings.lockdown}
          onChange={(on) => choose('lockdown.set', { on })}
        />
      ),
    },
    {
      key: 'post-quantum',
      section: 'privacy',
      names: [settingsTexts.postQuantum, settingsTexts.postQuantumHint],
      row: (
        <SwitchField
          label={settingsTexts.postQuantum}
          hint={settingsTexts.postQuantumHint}
          checked={settings.postQuantum}
          onChange={(on) => choose('post-quantum.set', { on })}
        />
      ),
    },
    {
      key: 'allow-lan',
      section: 'network',
      names: [settingsTexts.allowLan, settingsTexts.allowLanHint],
      row: (
        <SwitchField
          label={settingsTexts.allowLan}
          hint={settingsTexts.allowLanHint}
          checked={settings.allowLan}
          onChange={(on) => choose('allow-lan.set', { on })}
        />
      ),
    },
    {
      key: 'metered',
      section: 'network',
      names: [settingsTexts.metered, settingsTexts.meteredHint],
      row: (
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
          <TitleAndDetail title={settingsTexts.metered} detail={settingsTexts.meteredHint} />
          <RadioPills
            legend={settingsTexts.metered}
            name="metered"
            pills={meteredChoices.map((value) => ({ value, label: settingsTexts.meteredChoices[value] }))}
            value={settings.metered}
            onChange={(metered) => choose('metered.set', { metered })}
          />
        </div>
      ),
    },
    ...options,
    {
      key: 'auto-connect',
      section: 'connection',
      names: [settingsTexts.autoConnect, settingsTexts.autoConnectHint],
      row: (
        <SwitchField
          label={settingsTexts.autoConnect}
          hint={settingsTexts.autoConnectHint}
          checked={settings.autoConnect}
          onChange={(on) => choose('auto-connect.set', { on })}
        />
      ),
    },
  ];
}
