import { useEffect, useState } from 'react';
import { useShell } from '../../platform/shell/index.ts';

/** Whether the app opens when the computer starts, as the system has it, and how to change that. */
export function useAutostart(): readonly [boolean, (on: boolean) => void] {
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
