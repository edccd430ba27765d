import { RadioPills } from '../forms/radio-pills.tsx';
import { type ThemePreference, useTheme } from './theme.ts';

interface ThemeToggleProps {
  readonly legend: string;
  readonly labels: Readonly<Record<ThemePreference, string>>;
}

const order: readonly ThemePreference[] = ['light', 'dark', 'device'];

/** Choice of the theme: light, dark, or that of the device. */
export function ThemeToggle({ legend, labels }: ThemeToggleProps) {
  const [theme, setTheme] = useTheme();
  return (
    <RadioPills
      legend={legend}
      name="theme"
      pills={order.map((value) => ({ value, label: labels[value] }))}
      value={theme}
      onChange={setTheme}
    />
  );
}
