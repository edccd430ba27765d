import { useEffect, useMemo, useState } from 'react';
import { useShell, type Shell } from '../../platform/shell/index.ts';

/** Whether the system starts the app at login, and the function that changes it. */
export function useAutostart(): readonly [boolean, (on: boolean) => void] {
  const { autostart } = useShell();
  const [on, setOn] = useState(false);
  useEffect(() => {
    autostart.isOn().then(setOn, () => undefined);
  }, [autostart]);
  const change = useMemo(() => autostartSwitch(autostart, setOn), [autostart]);
  return [on, change];
}

/**
 * Returns a function that sets the autostart entry. `show` receives the position of the switch: the requested
 * one at once, so that a second click toggles it again; and that of the system after the last change, which
 * differs if the change failed. Changes are applied one after the other.
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
