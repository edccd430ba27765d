import { optionsTexts } from '@comet/texts/desktop';
import { choiceNames } from '@comet/texts/tunnel';
import type { Snapshot } from '@comet/tunnel-protocol';
import {
  protocolChoices,
  variantChoices,
  wireguardOverChoices,
  wireguardPortChoices,
} from '@comet/tunnel-protocol/choices';
import { RadioRows, Subhead } from '@comet/ui';
import type { ComponentProps } from 'react';
import { useChoices } from '../../platform/daemon/index.ts';
import { SettingFrame } from './setting-frame.tsx';

const texts = optionsTexts.protocol;

const hints = {
  automatic: texts.automaticHint,
  wireguard: texts.wireguardHint,
  openvpn: texts.openvpnHint,
} as const;

const portRows = [
  { value: 'automatic' as const, title: texts.automatic, detail: texts.portAutomaticHint },
  ...wireguardPortChoices
    .filter((value) => value !== 'automatic')
    .map((value) => ({ value, title: value, detail: texts.portHints[value] })),
];

const overRows = wireguardOverChoices.map((value) => ({
  value,
  title: texts.overs[value],
  detail: texts.overHints[value],
}));

const variantRows = variantChoices.map((value) => ({
  value,
  title: value === 'automatic' ? texts.automatic : choiceNames[value],
  detail: texts.variants[value],
}));

/** The protocol, with OpenVPN its variant, otherwise WireGuard's port and what carries it. */
export function ProtocolScreen({
  snapshot: { settings, unsupported = [] },
}: {
  readonly snapshot: Snapshot;
}) {
  const { choose, failure } = useChoices();
  const noOpenvpn = unsupported.includes('openvpn');
  const isUdpOnly = unsupported.includes('wireguard_over');
  // The chosen protocol is always listed: imported settings may contain an unsupported one.
  const offered = protocolChoices.filter(
    (value) => value !== 'openvpn' || !noOpenvpn || settings.protocol === 'openvpn',
  );
  return (
    <SettingFrame title={texts.title} failure={failure}>
      <div className="border-t border-line">
        <RadioRows
          legend={texts.title}
          name="protocol"
          rows={offered.map((value) => ({
            value,
            title: value === 'automatic' ? texts.automatic : choiceNames[value],
            detail: value === 'wireguard' && isUdpOnly ? texts.wireguardUdpHint : hints[value],
          }))}
          value={settings.protocol}
          onChange={(protocol) => choose('protocol.set', { protocol })}
        />
      </div>
      {settings.protocol === 'openvpn' && !noOpenvpn ? (
        <ChoiceSection
          title={texts.variant}
          name="variant"
          rows={variantRows}
          value={settings.variant}
          onChange={(variant) => choose('variant.set', { variant })}
        />
      ) : (
        <>
          <ChoiceSection
            title={texts.port}
            name="port"
            rows={portRows}
            value={settings.wireguardPort}
            onChange={(port) => choose('wireguard-port.set', { port })}
          />
          {isUdpOnly ? null : (
            <ChoiceSection
              title={texts.over}
              name="over"
              rows={overRows}
              value={settings.wireguardOver}
              onChange={(over) => choose('wireguard-over.set', { over })}
            />
          )}
          <p className="m-0 text-small text-quiet">{noOpenvpn ? texts.noOpenvpn : texts.withOpenvpn}</p>
        </>
      )}
    </SettingFrame>
  );
}

interface ChoiceSectionProps<T extends string> extends Omit<ComponentProps<typeof RadioRows<T>>, 'legend'> {
  readonly title: string;
}

function ChoiceSection<T extends string>({ title, ...rows }: ChoiceSectionProps<T>) {
  return (
    <section className="flex flex-col gap-2">
      <Subhead>{title}</Subhead>
      <div className="border-t border-line">
        <RadioRows legend={title} {...rows} />
      </div>
    </section>
  );
}
