import { useEffect, useMemo, useState } from 'react';
import { useShell } from '../../platform/shell/index.ts';
import { autostartSwitch } from './autostart-switch.ts';

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
