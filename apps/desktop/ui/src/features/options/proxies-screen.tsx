import { countryName, formatText } from '@comet/texts';
import { proxiesTexts } from '@comet/texts/desktop';
import { localProxyTexts } from '@comet/texts/tunnel';
import type { Snapshot } from '@comet/tunnel-protocol';
import { useChoices } from '../../platform/daemon/index.ts';
import { useLocations } from '../locations/index.ts';
import { nextLocation } from '../profiles/index.ts';
import { locationProxyDetail } from '../routes/index.ts';
import { AddProxy } from './add-proxy.tsx';
import { NamedRows } from './named-rows.tsx';
import { SettingFrame } from './setting-frame.tsx';

/** Ports of this computer that lead to locations and residential exits. */
export function ProxiesScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const { locations, failure: unknown } = useLocations();
  const { proxyTrouble = null, unsupported = [] } = snapshot;
  const { localProxies, locationProxies } = snapshot.settings;
  const known = locations ?? nextLocation(snapshot.next);
  const rows = [
    ...locationProxies.map((proxy, index) => ({
      port: proxy.port,
      detail: locationProxyDetail(proxy, snapshot.locationProxies?.[index], known),
    })),
    ...localProxies.map(({ port, country, mode }) => ({
      port,
      detail: formatText(proxiesTexts.says, {
        country: country === null ? proxiesTexts.anyCountry : countryName(country),
        mode: proxiesTexts.modes[mode],
      }),
    })),
  ];
  return (
    <SettingFrame title={proxiesTexts.title} why={proxiesTexts.why} failure={failure ?? unknown}>
      {localProxies.length > 0 && proxyTrouble !== null && (
        <p role="status" className="m-0 text-danger">
          {localProxyTexts[proxyTrouble]}
        </p>
      )}
      <NamedRows
        none={proxiesTexts.none}
        rows={rows.map(({ port, detail }) => ({
          key: String(port),
          title: formatText(proxiesTexts.address, { port }),
          exact: true,
          detail,
          act: proxiesTexts.close,
          actWhat: formatText(proxiesTexts.closeWhat, { port }),
          onAct: () => choose('proxy.remove', { port }),
        }))}
      />
      <AddProxy
        key={rows.map(({ port }) => port).join()}
        settings={snapshot.settings}
        kinds={unsupported.includes('routes') ? ['residential'] : ['location', 'residential']}
        locations={locations ?? []}
        onAdd={(proxy) => choose('proxy.add', proxy)}
        onAddLocation={(proxy) => choose('proxy.add-location', proxy)}
      />
    </SettingFrame>
  );
}
