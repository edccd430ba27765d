import { formatText } from '@comet/texts';
import { optionsTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { Button, Subhead, TextField } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { useChoices } from '../../platform/daemon/index.ts';
import { SettingFrame } from './setting-frame.tsx';
import { NetworkRules } from './network-rules.tsx';
import { NamedRows } from './named-rows.tsx';
import { parseNetworkName } from './parse-input.ts';

const texts = optionsTexts.networks;

/** The trusted networks, in which the tunnel is disconnected, and the rules of networks. */
export function NetworksScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { settings } = snapshot;
  const { choose, failure } = useChoices();
  const [typed, setTyped] = useState('');
  const name = parseNetworkName(typed);

  function trust(event: SyntheticEvent) {
    event.preventDefault();
    if (name !== undefined) choose('network.trust', { name }, () => setTyped(''));
  }

  return (
    <SettingFrame title={texts.title} failure={failure}>
      <div className="flex flex-col gap-2">
        <Subhead>{texts.trusted}</Subhead>
        <p className="m-0 text-quiet">{texts.why}</p>
      </div>
      <NamedRows
        none={texts.none}
        rows={settings.trustedNetworks.map((network) => ({
          key: network.id,
          title: network.name,
          act: texts.distrust,
          actWhat: formatText(texts.distrustWhat, { what: network.name }),
          onAct: () => choose('network.distrust', { name: network.name }),
        }))}
      />
      <form onSubmit={trust} className="flex flex-col items-start gap-2 *:first:w-full" noValidate>
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          error={name === undefined ? texts.form : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" weight="secondary">
          {texts.trust}
        </Button>
      </form>
      <NetworkRules snapshot={snapshot} choose={choose} />
    </SettingFrame>
  );
}
