import {
  devicesTexts,
  devicesTexts as texts,
  formatDay,
  glanceTexts,
  platformNames,
  plural,
  formatText,
} from '@comet/texts';
import { EmptyState, Headline, linkActionClasses, Subhead } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLocationName, type WireguardConfig, wireguardConfigsQuery } from '../download/index.ts';
import { AddDeviceLink, GetCometButton, isAppPublished } from '../get-comet/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { ConnectMachine } from './connect-machine.tsx';
import { DeviceTile } from './device-icon.tsx';
import { devicesQuery, type Device } from './devices.ts';
import { api, call } from '../../platform/data/api.ts';
import { NamedRow } from '../named-list/index.ts';

export default function DevicesScreen() {
  useDocumentTitle(devicesTexts.screen);
  const [listed, files] = useSuspenseQueries({ queries: [devicesQuery, wireguardConfigsQuery] });
  const { devices, limit } = listed.data;
  const { configs } = files.data;
  if (devices.length + configs.length === 0) return <NoDevices limit={limit} />;
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <Headline explanation={formatText(devicesTexts.explanation, { limit })}>
          {headlineOf(devices.length, configs.length)}
        </Headline>
        <AddDeviceLink />
      </div>
      {devices.length > 0 && (
        <Group heading={devicesTexts.apps}>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </Group>
      )}
      {configs.length > 0 && (
        <Group heading={devicesTexts.configs}>
          {configs.map((config) => (
            <FileRow key={config.id} config={config} />
          ))}
        </Group>
      )}
      <p className="m-0 text-small text-quiet">{glanceTexts.noRecord}</p>
    </div>
  );
}

interface GroupProps {
  readonly heading: string;
  readonly children: ReactNode;
}

/** Devices that are connected in the same way. */
function Group({ heading, children }: GroupProps) {
  return (
    <section className="flex flex-col gap-3">
      <Subhead>{heading}</Subhead>
      <ul className="m-0 list-none border-t border-line p-0">{children}</ul>
    </section>
  );
}

/** `2 devices, 1 file`; a kind without entries is left out. */
function headlineOf(devices: number, files: number): string {
  const named = [
    ...(devices > 0 ? [formatText(plural(devices, devicesTexts.headline), { count: devices })] : []),
    ...(files > 0 ? [formatText(plural(files, devicesTexts.files), { count: files })] : []),
  ];
  return named.join(', ');
}

/**
 * The empty list: what it will contain, the recommended way to connect this device, and the commands for a
 * terminal.
 */
function NoDevices({ limit }: { readonly limit: number }) {
  return (
    <div className="flex flex-col gap-10">
      <Headline>{devicesTexts.headlineNone}</Headline>
      <EmptyState picture={<DevicesPicture />} action={<GetCometButton />}>
        {formatText(isAppPublished() ? devicesTexts.emptyExplanation : devicesTexts.emptyWithoutApp, {
          limit,
        })}
      </EmptyState>
      <ConnectMachine />
    </div>
  );
}

/** A downloaded file counts as a device; it is managed on the download screen. */
function FileRow({ config }: { readonly config: WireguardConfig }) {
  const location = useLocationName()(config.location);
  const { name, createdAt } = config;
  return (
    <li className="flex items-center gap-4 border-b border-line py-4">
      <DeviceTile platform={null} />
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="m-0 font-medium break-words">{name}</p>
          <p className="m-0 text-small text-quiet">
            {formatText(texts.fileAdded, { place: location, date: formatDay(createdAt) })}
          </p>
        </div>
        <Link
          to="/dash/download"
          aria-label={formatText(texts.manageFileOf, { name })}
          className={linkActionClasses}
        >
          {texts.manageFile}
        </Link>
      </div>
    </li>
  );
}

/** One device with our app: its operating system, and when it was added. */
function DeviceRow({ device }: { readonly device: Device }) {
  const { id, platform, createdAt, signedIn } = device;
  return (
    <NamedRow
      thing={device}
      list={devicesQuery}
      rename={async (name) => (await call(api.renameDevice, { params: { id }, body: { name } })).device}
      texts={texts}
      explanation={texts.removeExplanation}
      remove={() => call(api.removeDevice, { params: { id } })}
      icon={<DeviceTile platform={platform} />}
    >
      <p className="m-0 text-small text-quiet">
        {formatText(texts.added, { platform: platformNames[platform], date: formatDay(createdAt) })}
      </p>
      {!signedIn && <p className="m-0 text-small text-warn">{texts.signedOut}</p>}
    </NamedRow>
  );
}

/** A drawing of a computer and a phone, connected by a trail. */
function DevicesPicture() {
  return (
    <svg viewBox="0 0 192 88" fill="none">
      <g className="fill-warm stroke-edge" strokeWidth="1.5" strokeLinejoin="round">
        <rect x="22" y="22" width="76" height="48" rx="5" />
        <path d="M12 78h96l-7-8H19z" />
        <rect x="146" y="30" width="27" height="48" rx="5" />
        <path d="M156 72h7" strokeLinecap="round" />
      </g>
      <path
        d="M60 44C82 6 130 4 155 42"
        className="stroke-trail"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 6"
      />
      <circle cx="60" cy="46" r="4" className="fill-edge" />
      <circle cx="159" cy="48" r="5.5" className="fill-comet" />
    </svg>
  );
}
