import { devicesTexts, plural, say, devicesTexts as texts, formatDay, platformNames } from '@comet/texts';
import { Headline, linkActionClasses } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { wireguardConfigsQuery, useLocationName, type WireguardConfig } from '../download/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { ConnectMachine } from './connect-machine.tsx';
import { devicesQuery, type Device } from './devices.ts';
import { api, call } from '../../platform/data/api.ts';
import { NamedRow } from '../named-things/index.ts';

export default function DevicesScreen() {
  useDocumentTitle(devicesTexts.screen);
  const [listed, files] = useSuspenseQueries({ queries: [devicesQuery, wireguardConfigsQuery] });
  const { devices, limit } = listed.data;
  const { configs } = files.data;
  if (devices.length + configs.length === 0) return <NoDevices limit={limit} />;
  return (
    <div className="flex flex-col gap-8">
      <Headline explanation={say(devicesTexts.explanation, { limit })}>
        {headlineOf(devices.length, configs.length)}
      </Headline>
      <ul className="m-0 list-none border-t border-line p-0">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
        {configs.map((config) => (
          <FileRow key={config.id} config={config} />
        ))}
      </ul>
      <Link to="/dash/quick-login/" className={`${linkActionClasses} self-start`}>
        {devicesTexts.addDevice}
      </Link>
    </div>
  );
}

/** `2 devices, 1 file`; what there is none of is not named. */
function headlineOf(devices: number, files: number): string {
  const named = [
    ...(devices > 0 ? [say(plural(devices, devicesTexts.headline), { count: devices })] : []),
    ...(files > 0 ? [say(plural(files, devicesTexts.files), { count: files })] : []),
  ];
  return named.join(', ');
}

function NoDevices({ limit }: { readonly limit: number }) {
  return (
    <div className="flex flex-col gap-10">
      <Headline explanation={say(devicesTexts.emptyExplanation, { limit })}>
        {devicesTexts.headlineNone}
      </Headline>
      <ConnectMachine />
    </div>
  );
}

/** A downloaded file counts as a device; it is managed on the download screen. */
function FileRow({ config }: { readonly config: WireguardConfig }) {
  const location = useLocationName()(config.location);
  const { name, createdAt } = config;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-4">
      <div className="min-w-0">
        <p className="m-0 font-medium break-words">{name}</p>
        <p className="m-0 text-small text-quiet">
          {say(texts.fileAdded, { place: location, date: formatDay(createdAt) })}
        </p>
      </div>
      <Link to="/dash/download" aria-label={say(texts.manageFileOf, { name })} className={linkActionClasses}>
        {texts.manageFile}
      </Link>
    </li>
  );
}

/** One machine: what it is, and since when it is there. */
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
    >
      <p className="m-0 text-small text-quiet">
        {say(texts.added, { platform: platformNames[platform], date: formatDay(createdAt) })}
      </p>
      {!signedIn && <p className="m-0 text-small text-warn">{texts.signedOut}</p>}
    </NamedRow>
  );
}
