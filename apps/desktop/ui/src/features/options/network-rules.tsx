import { formatText } from '@comet/texts';
import { networkRulesTexts as texts, optionsTexts, profilesTexts } from '@comet/texts/desktop';
import { choiceNames } from '@comet/texts/tunnel';
import type { NetworkRule, Snapshot, TransportChoice } from '@comet/tunnel-protocol';
import { transportChoices } from '@comet/tunnel-protocol/choices';
import { Button, SelectField, Subhead, TextField } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import type { useChoices } from '../../platform/daemon/index.ts';
import { locationOptions, type LocationRow, useLocations } from '../locations/index.ts';
import { type KnownLocation, nextLocation, serverName } from '../profiles/index.ts';
import { NamedRows } from './named-rows.tsx';
import { parseNetworkName, parseResolvers } from './parse-input.ts';

type RuleChoices = Omit<NetworkRule, 'id' | 'name'>;

/** A value of a select for a choice that stays as in other networks. */
const elsewhere = { value: 'elsewhere', label: texts.asElsewhere } as const;

interface NetworkRulesProps {
  readonly snapshot: Snapshot;
  readonly choose: ReturnType<typeof useChoices>['choose'];
}

/** The rules of networks, and the form for the current one. */
export function NetworkRules({ snapshot, choose }: NetworkRulesProps) {
  const { networkRules } = snapshot.settings;
  const { locations } = useLocations();
  const known = locations ?? nextLocation(snapshot.next);
  const current = networkRules.find(({ name }) => name === snapshot.networkRule);
  return (
    <>
      <div className="flex flex-col gap-2">
        <Subhead>{texts.title}</Subhead>
        <p className="m-0 text-quiet">{texts.why}</p>
      </div>
      <NamedRows
        none={texts.none}
        rows={networkRules.map((rule) => ({
          key: rule.id,
          title: rule === current ? formatText(texts.inForce, { name: rule.name }) : rule.name,
          detail: ruleText(rule, known),
          act: texts.remove,
          actWhat: formatText(texts.removeWhat, { name: rule.name }),
          onAct: () => choose('network-rule.remove', { name: rule.name }),
        }))}
      />
      <RuleForm
        key={JSON.stringify(current ?? null)}
        current={current}
        locations={locations ?? []}
        supportsEncrypted={snapshot.unsupported?.includes('encrypted_dns') !== true}
        onRule={(name, rule) => choose('network-rule.set', { name, rule })}
      />
    </>
  );
}

/** Describes what a rule changes. */
function ruleText(rule: NetworkRule, known: readonly KnownLocation[]): string {
  const { connect, server, transport, allowLan, dns } = rule;
  return [
    ...(connect === null ? [] : [connect ? texts.connects : texts.disconnects]),
    ...(server === null ? [] : [serverName(server, known)]),
    ...(transport === null ? [] : [transportText(transport)]),
    ...(allowLan === null ? [] : [allowLan ? texts.lanSays.on : texts.lanSays.off]),
    ...(dns === null ? [] : [formatText(optionsTexts.names.at, { servers: dns.servers.join(', ') })]),
  ].join(' · ');
}

const transportText = (transport: TransportChoice): string =>
  transport === 'automatic' ? profilesTexts.automatic : choiceNames[transport];

interface RuleFormProps {
  /** The rule in force. */
  readonly current: NetworkRule | undefined;
  readonly locations: readonly LocationRow[];
  /** Whether this machine supports encrypted DNS servers. */
  readonly supportsEncrypted: boolean;
  readonly onRule: (name: string | null, rule: RuleChoices) => void;
}

function RuleForm({ current, locations, supportsEncrypted, onRule }: RuleFormProps) {
  const [typed, setTyped] = useState(current?.name ?? '');
  const [resolvers, setResolvers] = useState(current?.dns?.servers.join(' ') ?? '');
  const [rule, setRule] = useState<RuleChoices>(
    current ?? { connect: null, server: null, transport: null, allowLan: null, dns: null },
  );
  const name = parseNetworkName(typed);
  const servers = resolvers.trim() === '' ? [] : parseResolvers(resolvers, supportsEncrypted);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (name === undefined || servers === null) return;
    const { connect, server, transport, allowLan } = rule;
    const dns = servers.length === 0 ? null : { servers };
    onRule(name, { connect, server, transport, allowLan, dns });
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4" noValidate>
      <div className="grid w-full gap-x-5 gap-y-3 wide:grid-cols-2">
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          error={name === undefined ? optionsTexts.networks.form : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <TextField
          label={texts.dns}
          hint={supportsEncrypted ? texts.dnsHint : texts.plainDnsHint}
          error={servers === null ? optionsTexts.names[supportsEncrypted ? 'form' : 'plainForm'] : undefined}
          value={resolvers}
          onChange={(event) => setResolvers(event.target.value)}
        />
        <SwitchSelect
          label={texts.connect}
          on={texts.connects}
          off={texts.disconnects}
          value={rule.connect}
          onChange={(connect) => setRule({ ...rule, connect })}
        />
        <SelectField
          label={texts.location}
          options={[elsewhere, ...serverOptions(rule.server), ...locationOptions(locations)]}
          value={rule.server ?? elsewhere.value}
          onChange={(server) => setRule({ ...rule, server: server === elsewhere.value ? null : server })}
        />
        <SelectField
          label={texts.transport}
          options={[elsewhere, ...transportChoices.map((value) => ({ value, label: transportText(value) }))]}
          value={rule.transport ?? elsewhere.value}
          onChange={(value) => setRule({ ...rule, transport: value === elsewhere.value ? null : value })}
        />
        <SwitchSelect
          label={texts.lan}
          on={texts.lanOn}
          off={texts.lanOff}
          value={rule.allowLan}
          onChange={(allowLan) => setRule({ ...rule, allowLan })}
        />
      </div>
      <Button type="submit" weight="secondary">
        {texts.add}
      </Button>
    </form>
  );
}

/** The choices of Comet, and a location that is not listed, such as the name of a list. */
function serverOptions(server: string | null) {
  const words = ['nearest', 'random'] as const;
  const options = words.map((value) => ({ value: value as string, label: optionsTexts.server[value] }));
  return server === null || server === 'nearest' || server === 'random' || /^[a-z]{2}-/.test(server)
    ? options
    : [...options, { value: server, label: server }];
}

interface SwitchSelectProps {
  readonly label: string;
  readonly on: string;
  readonly off: string;
  readonly value: boolean | null;
  readonly onChange: (value: boolean | null) => void;
}

function SwitchSelect({ label, on, off, value, onChange }: SwitchSelectProps) {
  const chosen = value === null ? elsewhere.value : value ? 'on' : 'off';
  return (
    <SelectField
      label={label}
      options={[elsewhere, { value: 'on', label: on }, { value: 'off', label: off }]}
      value={chosen}
      onChange={(next) => onChange(next === elsewhere.value ? null : next === 'on')}
    />
  );
}
