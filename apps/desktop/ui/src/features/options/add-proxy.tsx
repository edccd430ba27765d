import { say, validationTexts } from '@comet/texts';
import { proxiesTexts } from '@comet/texts/desktop';
import type { DaemonSettings, ParamsOf } from '@comet/tunnel-protocol';
import { type ProxyMode, proxyModes } from '@comet/tunnel-protocol/choices';
import { Button, NumberField, RadioPills, SelectField, Subhead } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { countries } from './countries.ts';
import { nextPort, portIn } from './written.ts';

interface AddProxyProps {
  readonly proxies: DaemonSettings['localProxies'];
  readonly onAdd: (proxy: ParamsOf<'proxy.add'>) => void;
}

const any = '';

/** Opens one more port, or gives another exit to one that is open. */
export function AddProxy({ proxies, onAdd }: AddProxyProps) {
  const [typed, setTyped] = useState(() => String(nextPort(proxies)));
  const [country, setCountry] = useState<string>(any);
  const [mode, setMode] = useState<ProxyMode>('sticky');
  const [wrong, setWrong] = useState(false);
  const open = proxies.find(({ port }) => port === portIn(typed));

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    // Something was refused in the number field, which says so.
    if (!event.currentTarget.checkValidity()) return;
    const port = portIn(typed);
    setWrong(port === null);
    if (port !== null) onAdd({ port, country: country === any ? null : country, mode });
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4" noValidate>
      <Subhead>{proxiesTexts.add}</Subhead>
      <div className="grid w-full items-start gap-x-5 gap-y-3 wide:grid-cols-2">
        <NumberField
          label={proxiesTexts.port}
          wholeOnly={validationTexts.wholeNumber}
          hint={open === undefined ? proxiesTexts.portHint : say(proxiesTexts.replaces, { port: open.port })}
          error={wrong ? proxiesTexts.portForm : undefined}
          mono
          maxLength={5}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
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
