import { countryName, formatText, validationTexts, LOCALE } from '@comet/texts';
import { proxiesTexts } from '@comet/texts/desktop';
import { localProxyTexts } from '@comet/texts/tunnel';
import type { Snapshot, DaemonSettings, ParamsOf } from '@comet/tunnel-protocol';
import { useChoices } from '../../platform/daemon/index.ts';
import { SettingFrame } from './setting-frame.tsx';
import { NamedRows } from './named-rows.tsx';
import { type ProxyMode, proxyModes } from '@comet/tunnel-protocol/choices';
import { Button, NumberField, RadioPills, SelectField, Subhead } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { nextPort, parsePort } from './parse-input.ts';
import { countryNameOf } from '@comet/foundation';
import { worldDots } from '@comet/ui/world';

/**
 * All countries by name, since the daemon has no list of countries with exits. One territory of the map has
 * no ISO code.
 */
const countries: readonly { readonly value: string; readonly label: string }[] = [...worldDots.keys()]
  .filter((code) => countryNameOf(code) !== null)
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, LOCALE));

interface AddProxyProps {
  readonly proxies: DaemonSettings['localProxies'];
  readonly onAdd: (proxy: ParamsOf<'proxy.add'>) => void;
}

const any = '';

/** Opens another port, or changes the exit of an open one. */
function AddProxy({ proxies, onAdd }: AddProxyProps) {
  const [typed, setTyped] = useState(() => String(nextPort(proxies)));
  const [country, setCountry] = useState<string>(any);
  const [mode, setMode] = useState<ProxyMode>('sticky');
  const [wrong, setWrong] = useState(false);
  const open = proxies.find(({ port }) => port === parsePort(typed));

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    // The number field shows its own error.
    if (!event.currentTarget.checkValidity()) return;
    const port = parsePort(typed);
    setWrong(port === null);
    if (port !== null) onAdd({ port, country: country === any ? null : country, mode });
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4" noValidate>
      <Subhead>{proxiesTexts.add}</Subhead>
      <div className="grid w-full items-end gap-x-5 gap-y-4 wide:grid-cols-2">
        <NumberField
          label={proxiesTexts.port}
          wholeOnly={validationTexts.wholeNumber}
          hint={
            open === undefined
              ? proxiesTexts.portHint
              : formatText(proxiesTexts.replaces, { port: open.port })
          }
          error={wrong ? proxiesTexts.portForm : undefined}
          mono
          maxLength={5}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          inForm
          label={proxiesTexts.country}
          options={[{ value: any, label: proxiesTexts.anyCountry }, ...countries]}
          value={country}
          onChange={setCountry}
        />
      </div>
      <RadioPills
        legend={proxiesTexts.mode}
        name="exit"
        pills={proxyModes.map((value) => ({ value, label: proxiesTexts.modeNames[value] }))}
        value={mode}
        onChange={setMode}
      />
      <p className="m-0 text-small text-quiet">{proxiesTexts.modes[mode]}</p>
      <Button type="submit" weight="secondary">
        {proxiesTexts.add}
      </Button>
    </form>
  );
}

/** Ports of this computer that forward to residential exits. */
export function ProxiesScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const { proxyTrouble = null } = snapshot;
  const { localProxies } = snapshot.settings;
  return (
    <SettingFrame title={proxiesTexts.title} why={proxiesTexts.why} failure={failure}>
      {localProxies.length > 0 && proxyTrouble !== null && (
        <p role="status" className="m-0 text-danger">
          {localProxyTexts[proxyTrouble]}
        </p>
      )}
      <NamedRows
        none={proxiesTexts.none}
        rows={localProxies.map(({ port, country, mode }) => ({
          key: String(port),
          title: formatText(proxiesTexts.address, { port }),
          exact: true,
          detail: formatText(proxiesTexts.says, {
            country: country === null ? proxiesTexts.anyCountry : countryName(country),
            mode: proxiesTexts.modes[mode],
          }),
          act: proxiesTexts.close,
          actWhat: formatText(proxiesTexts.closeWhat, { port }),
          onAct: () => choose('proxy.remove', { port }),
        }))}
      />
      <AddProxy
        key={localProxies.map(({ port }) => port).join()}
        proxies={localProxies}
        onAdd={(proxy) => choose('proxy.add', proxy)}
      />
    </SettingFrame>
  );
}
