import { classes, Icon, type IconName } from '@comet/ui';
import type { Device } from './devices.ts';

const icons: Readonly<Record<Device['platform'], IconName>> = {
  linux: 'mark-linux',
  macos: 'mark-apple',
  windows: 'mark-windows',
  ios: 'mark-apple',
  android: 'mark-android',
  router: 'router',
  other: 'hard-drive',
};

/** Icon for the operating system of a device; its name is shown next to it. */
export function DeviceIcon({ platform }: Pick<Device, 'platform'>) {
  return <Icon name={icons[platform]} size="medium" />;
}

interface DeviceTileProps {
  /** Null for a downloaded config, which can be used on any system. */
  readonly platform: Device['platform'] | null;
}

/** The icon of a list entry: the operating system of a device with our app, or a file. */
export function DeviceTile({ platform }: DeviceTileProps) {
  return (
    <span
      className={classes(
        'grid size-10 shrink-0 place-items-center rounded-control',
        platform === null ? 'border border-dashed border-edge' : 'bg-warm',
      )}
    >
      {platform === null ? <Icon name="file-down" size="medium" /> : <DeviceIcon platform={platform} />}
    </span>
  );
}
