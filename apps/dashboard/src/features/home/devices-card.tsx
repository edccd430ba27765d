import { devicesTexts, formatDay, glanceTexts as texts, platformNames, formatText } from '@comet/texts';
import { Card, linkActionClasses, Skeleton, Subhead } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { DeviceTile } from '../devices/index.ts';
import { type WireguardConfig, useLocationName, wireguardConfigsQuery } from '../download/index.ts';
import { useQuery } from '@tanstack/react-query';
import { lazyComponent } from '../../platform/screen/lazy-component.tsx';
import { FailedPart } from '../shell/index.ts';
import type { DevicesRead } from './plan-rows.tsx';

/** The map's dots are loaded after the list. */
const LocationsMap = lazyComponent(() => import('./locations-map.tsx'));

const maxDevices = 3;

/** The account's devices and files, the first card of the home screen. */
export function DevicesCard({ devices }: { readonly devices: DevicesRead }) {
  const files = useQuery(wireguardConfigsQuery);
  const listed = devices.data?.devices ?? [];
  const configs = files.data?.configs ?? [];
  const room = Math.max(0, maxDevices - listed.length);
  return (
    <Card
      aside={
        <div className="flex h-full min-h-52 flex-col gap-4">
          <Subhead>{texts.locationsTitle}</Subhead>
          <LocationsMap used={configs.map(({ location }) => location)} />
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-baseline justify-between gap-6">
          <Subhead>{devicesTexts.screen}</Subhead>
          <Link to="/dash/devices" className={linkActionClasses}>
            {texts.manageDevices}
          </Link>
        </div>
        <FailedPart reads={[devices, files]} />
        {devices.data !== undefined && (
          <p className="m-0 text-quiet">
            {formatText(texts.devicesOf, { count: devices.data.taken, limit: devices.data.limit })}
          </p>
        )}
        <ul className="m-0 flex list-none flex-col p-0">
          {listed.slice(0, maxDevices).map((device) => (
            <li key={device.id} className="flex items-center gap-4 border-t border-line py-3.5">
              <DeviceTile platform={device.platform} />
              <span className="flex min-w-0 flex-col">
                <span className="truncate font-semibold">{device.name}</span>
                <span className="text-small text-quiet">
                  {formatText(devicesTexts.added, {
                    platform: platformNames[device.platform],
                    date: formatDay(device.createdAt),
                  })}
                </span>
              </span>
            </li>
          ))}
          {configs.slice(0, room).map((config) => (
            <FileEntry key={config.id} config={config} />
          ))}
          {files.isPending && (devices.data?.taken ?? 0) > listed.length && room > 0 && (
            <li className="border-t border-line py-3.5">
              <Skeleton className="h-10.5 w-full" />
            </li>
          )}
        </ul>
        <p className="m-0 border-t border-line pt-4 text-small text-quiet">{texts.noRecord}</p>
      </div>
    </Card>
  );
}

function FileEntry({ config: { name, location, createdAt } }: { readonly config: WireguardConfig }) {
  const place = useLocationName()(location);
  return (
    <li className="flex items-center gap-4 border-t border-line py-3.5">
      <DeviceTile platform={null} />
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-semibold">{name}</span>
        <span className="text-small text-quiet">
          {formatText(devicesTexts.fileAdded, { place, date: formatDay(createdAt) })}
        </span>
      </span>
    </li>
  );
}
