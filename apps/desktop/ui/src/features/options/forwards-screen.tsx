import { formatText, validationTexts } from '@comet/texts';
import { forwardsTexts } from '@comet/texts/desktop';
import { forwardRefusalTexts } from '@comet/texts/tunnel';
import type { ParamsOf, Snapshot } from '@comet/tunnel-protocol';
import { portProtocols } from '@comet/tunnel-protocol/choices';
import { Button, NumberField, RadioPills, Subhead } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { useCopy } from '../../platform/clipboard/use-copy.ts';
import { useChoices } from '../../platform/daemon/index.ts';
import { NamedRows } from './named-rows.tsx';
import { parseAnyPort } from './parse-input.ts';
import { SettingFrame } from './setting-frame.tsx';

type ForwardedPort = ParamsOf<'forward.add'>;

function AddForward({ onAdd }: { readonly onAdd: (port: ForwardedPort) => void }) {
  const [typed, setTyped] = useState('');
  const [protocol, setProtocol] = useState<ForwardedPort['protocol']>('tcp');
  const [wrong, setWrong] = useState(false);

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    // The number field shows its own error.
    if (!event.currentTarget.checkValidity()) return;
    const port = parseAnyPort(typed);
    setWrong(port === null);
    if (port !== null) onAdd({ protocol, port });
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4" noValidate>
      <Subhead>{forwardsTexts.add}</Subhead>
      <NumberField
        label={forwardsTexts.port}
        wholeOnly={validationTexts.wholeNumber}
        hint={forwardsTexts.portHint}
        error={wrong ? forwardsTexts.portForm : undefined}
        mono
        maxLength={5}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <RadioPills
        legend={forwardsTexts.protocol}
        name="protocol"
        pills={portProtocols.map((value) => ({ value, label: forwardsTexts.protocols[value] }))}
        value={protocol}
        onChange={setProtocol}
      />
      <Button type="submit" weight="secondary">
        {forwardsTexts.add}
      </Button>
    </form>
  );
}

/** Ports of this computer that are reachable from the internet while connected. */
export function ForwardsScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const copy = useCopy();
  const { forwardedPorts = [] } = snapshot;
  return (
    <SettingFrame title={forwardsTexts.title} why={forwardsTexts.why} failure={failure}>
      <NamedRows
        none={forwardsTexts.none}
        rows={forwardedPorts.map(({ protocol, port, public: open, refusal }) => {
          const name = formatText(forwardsTexts.name, { protocol: forwardsTexts.protocols[protocol], port });
          const address = open === null ? null : `${open.address}:${open.port}`;
          return {
            key: `${protocol} ${port}`,
            title: name,
            detail: address ?? (refusal === null ? forwardsTexts.waiting : forwardRefusalTexts[refusal]),
            ...(address === null
              ? {}
              : {
                  copy: {
                    label: forwardsTexts.copy,
                    what: formatText(forwardsTexts.copyWhat, { address }),
                    onCopy: () => copy(address, forwardsTexts.copied),
                  },
                }),
            act: forwardsTexts.remove,
            actWhat: formatText(forwardsTexts.removeWhat, { name }),
            onAct: () => choose('forward.remove', { protocol, port }),
          };
        })}
      />
      <AddForward
        key={forwardedPorts.map(({ protocol, port }) => `${protocol} ${port}`).join()}
        onAdd={(port) => choose('forward.add', port)}
      />
    </SettingFrame>
  );
}
