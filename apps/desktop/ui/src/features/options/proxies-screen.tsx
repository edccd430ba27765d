import { countryName, say } from '@comet/texts';
import { proxiesTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { useChoices } from '../../platform/daemon/index.ts';
import { AddProxy } from './add-proxy.tsx';
import { ChoiceFrame } from './choice-frame.tsx';
import { NamedRows } from './named-rows.tsx';

/** Ports of this machine that lead to residential exits. */
export function ProxiesScreen({ snapshot: { settings } }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const { localProxies } = settings;
  return (
    <ChoiceFrame title={proxiesTexts.title} why={proxiesTexts.why} failure={failure}>
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
