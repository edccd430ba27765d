import type { Shell } from '../../platform/shell/index.ts';

/**
 * Returns a function that sets the autostart entry. `show` receives the switch's position: the wanted one at once, so that a second click is
 * the opposite of the first, and the system's after the last change, which differs where the change failed. Changes run one after the other.
 */
export function autostartSwitch(
  autostart: Shell['autostart'],
  show: (on: boolean) => void,
): (on: boolean) => void {
  let changes = Promise.resolve();
  let newest = 0;
  return (wanted) => {
    const number = (newest += 1);
    show(wanted);
    changes = changes
      .then(() => autostart.set(wanted))
      .catch(() => undefined)
      .then(() => autostart.isOn())
      .then((on) => (number === newest ? show(on) : undefined))
      .catch(() => undefined);
  };
}
