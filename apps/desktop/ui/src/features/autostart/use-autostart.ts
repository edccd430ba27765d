import { useEffect, useMemo, useState } from 'react';
import { useShell } from '../../platform/shell/index.ts';
import { autostartSwitch } from './autostart-switch.ts';

/** Whether the app opens when the computer starts, as the system has it, and how to change that. */
export function useAutostart(): readonly [boolean, (on: boolean) => void] {
  const { autostart } = useShell();
  const [on, setOn] = useState(false);
  useEffect(() => {
    autostart.isOn().then(setOn, () => undefined);
  }, [autostart]);
  const change = useMemo(() => autostartSwitch(autostart, setOn), [autostart]);
  return [on, change];
}
