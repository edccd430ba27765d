import { Icon, type IconName } from '@comet/ui';
import type { Device } from './devices.ts';

const icons: Readonly<Record<Device['platform'], IconName>> = {
  linux: 'laptop',
  macos: 'laptop',
  windows: 'laptop',
  ios: 'smartphone',
  android: 'smartphone',
  router: 'router',
  other: 'hard-drive',
};

/** The kind of a device; its name is beside it. */
export function DeviceIcon({ platform }: Pick<Device, 'platform'>) {
  return <Icon name={icons[platform]} size="medium" />;
}
