import { countryName, say } from '@comet/texts';
import { proxiesTexts } from '@comet/texts/desktop';
import { localProxyTexts } from '@comet/texts/tunnel';
import type { Snapshot } from '@comet/tunnel-protocol';
import { useChoices } from '../../platform/daemon/index.ts';
import { AddProxy } from './add-proxy.tsx';
import { ChoiceFrame } from './choice-frame.tsx';
import { NamedRows } from './named-rows.tsx';

/** Ports of this machine that lead to residential exits. */
export function ProxiesScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const { proxyTrouble = null } = snapshot;
  const { localProxies } = snapshot.settings;
  return (
    <ChoiceFrame title={proxiesTexts.title} why={proxiesTexts.why} failure={failure}>
      {localProxies.length > 0 && proxyTrouble !== null && (
        <p role="status" className="m-0 text-danger">
          {localProxyTexts[proxyTrouble]}
        </p>
      )}
      <NamedRows
        none={proxiesTexts.none}
        rows={localProxies.map(({ port, country, mode }) => ({
          key: String(port),
          title: say(proxiesTexts.address, { port }),
          exact: true,
          detail: say(proxiesTexts.says, {
            country: country === null ? proxiesTexts.anyCountry : countryName(country),
            mode: proxiesTexts.modes[mode],
          }),
          act: proxiesTexts.close,
          actWhat: say(proxiesTexts.closeWhat, { port }),
          onAct: () => choose('proxy.remove', { port }),
        }))}
      />
      <AddProxy
        key={localProxies.map(({ port }) => port).join()}
        proxies={localProxies}
        onAdd={(proxy) => choose('proxy.add', proxy)}
      />
    </ChoiceFrame>
  );
}
