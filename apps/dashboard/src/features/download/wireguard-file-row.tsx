import { formatDay, say, wireguardFileTexts as texts } from '@comet/texts';
import { api, call } from '../../platform/api.ts';
import { NamedRow } from '../named-things/index.ts';
import { type WireguardConfig, wireguardConfigsQuery } from './downloads.ts';
import { usePlaceOf } from './use-place-of.ts';

/** One file: where it leads, and the address that it has there. */
export function WireguardFileRow({ config }: { readonly config: WireguardConfig }) {
  const place = usePlaceOf()(config.location);
  const { id, createdAt, ipv4, inService } = config;
  return (
    <NamedRow
      thing={config}
      list={wireguardConfigsQuery}
      rename={async (name) =>
        (await call(api.renameWireguardConfig, { params: { id }, body: { name } })).config
      }
      texts={texts}
      explanation={say(texts.removeExplanation, { place })}
      remove={() => call(api.removeWireguardConfig, { params: { id } })}
    >
      <p className="m-0 text-small text-quiet">
        {inService ? say(texts.made, { place, date: formatDay(createdAt) }) : say(texts.gone, { place })}
      </p>
      <p className="m-0 font-mono text-small text-quiet">
        <span className="sr-only">{texts.address} </span>
        {ipv4}
      </p>
    </NamedRow>
  );
}
