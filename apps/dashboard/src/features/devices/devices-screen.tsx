import { devicesTexts, plural, say } from '@comet/texts';
import { Headline, linkActionClasses } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { wireguardConfigsQuery } from '../download/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { ConnectMachine } from './connect-machine.tsx';
import { DeviceRow } from './device-row.tsx';
import { devicesQuery } from './devices.ts';
import { FileRow } from './file-row.tsx';

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
