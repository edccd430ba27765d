import type { Endpoint } from '@comet/foundation';
import type { DaemonSettings } from '@comet/tunnel-protocol';
import type { DataPlane } from './data-plane.ts';
import type { StateFile } from './platform/files/state-file.ts';
import type { TunnelControl } from './tunnel-control.ts';

interface ApplySettingsParts {
  readonly file: Pick<StateFile, 'current'>;
  readonly dataPlane: Pick<DataPlane, 'bootBlock' | 'splitter' | 'routeTable'>;
  readonly control: Pick<TunnelControl, 'tunnel' | 'link' | 'exits'>;
  /** The addresses of the API. */
  readonly contacts: () => readonly Endpoint[];
  /** The user's settings with the rule of the current network. */
  readonly activeSettings: () => DaemonSettings;
}

/** Creates the functions that apply changed settings. They return false if the boot-time block could not be updated. */
export function settingsApplier({ file, dataPlane, control, contacts, activeSettings }: ApplySettingsParts) {
  const { tunnel, link, exits } = control;
  /** Writes the block of the boot, which knows no network: a network's rule does not affect it. */
  const keepBootBlock = () => {
    const { lockdown, allowLan } = file.current.settings;
    return dataPlane.bootBlock.keep(lockdown ? { kind: 'blocked', allowLan, api: contacts() } : null);
  };
  async function applySettings(): Promise<boolean> {
    await dataPlane.splitter.adapt();
    await dataPlane.routeTable.adapt();
    const holdsAtBoot = await keepBootBlock();
    tunnel.dispatch({ kind: 'settings-changed' });
    await tunnel.idle();
    const adapted = await link.adapt(activeSettings());
    await exits.adapt();
    if (!adapted) tunnel.dispatch({ kind: 'session-moved', key: tunnel.state.key });
    return holdsAtBoot;
  }
  return { keepBootBlock, applySettings };
}
