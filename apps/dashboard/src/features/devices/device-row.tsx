import { devicesTexts as texts, formatDay, platformNames, say } from '@comet/texts';
import { api, call } from '../../platform/api.ts';
import { NamedRow } from '../named-things/index.ts';
import { type Device, devicesQuery } from './devices.ts';

/** One machine: what it is, and since when it is there. */
export function DeviceRow({ device }: { readonly device: Device }) {
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
