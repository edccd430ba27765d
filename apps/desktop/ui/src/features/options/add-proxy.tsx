import { countryName, formatText, LOCALE, validationTexts } from '@comet/texts';
import { proxiesTexts } from '@comet/texts/desktop';
import type { DaemonSettings, ParamsOf } from '@comet/tunnel-protocol';
import { countryNameOf } from '@comet/foundation';
import { type ProxyMode, proxyModes } from '@comet/tunnel-protocol/choices';
import { Button, NumberField, RadioPills, SelectField, Subhead } from '@comet/ui';
import { worldDots } from '@comet/ui/world';
import { type SyntheticEvent, useState } from 'react';
import { locationOptions, type LocationRow } from '../locations/index.ts';
import { nextPort, parsePort } from './parse-input.ts';

/**
 * All countries by name, since the daemon has no list of countries with exits. One territory of the map has
 * no ISO code.
 */
const countries: readonly { readonly value: string; readonly label: string }[] = [...worldDots.keys()]
  .filter((code) => countryNameOf(code) !== null)
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, LOCALE));

interface AddProxyProps {
  readonly settings: Pick<DaemonSettings, 'localProxies' | 'locationProxies'>;
  /** Where ports can lead. */
  readonly kinds: readonly Kind[];
  readonly locations: readonly LocationRow[];
  readonly onAdd: (proxy: ParamsOf<'proxy.add'>) => void;
  readonly onAddLocation: (proxy: ParamsOf<'proxy.add-location'>) => void;
}

type Kind = keyof typeof proxiesTexts.kinds;

const any = '';

/** Opens another port, or changes the exit of an open one. */
export function AddProxy({ settings, kinds, locations, onAdd, onAddLocation }: AddProxyProps) {
  const [kind, setKind] = useState<Kind>(() => kinds[0] ?? 'residential');
  const [typed, setTyped] = useState(() => String(nextPort(settings)));
  const [location, setLocation] = useState('');
  const [country, setCountry] = useState<string>(any);
  const [mode, setMode] = useState<ProxyMode>('sticky');
  const [wrong, setWrong] = useState(false);
  const [noLocation, setNoLocation] = useState(false);
  const isByLocation = kind === 'location';
  const open = [...settings.localProxies, ...settings.locationProxies].find(
    ({ port }) => port === parsePort(typed),
  );

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    // The number field shows its own error.
    if (!event.currentTarget.checkValidity()) return;
    const port = parsePort(typed);
    setWrong(port === null);
    setNoLocation(isByLocation && location === '');
    if (port === null) return;
    if (!isByLocation) onAdd({ port, country: country === any ? null : country, mode });
    else if (location !== '') onAddLocation({ port, location });
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4" noValidate>
      <Subhead>{proxiesTexts.add}</Subhead>
      {kinds.length > 1 && (
        <RadioPills
          legend={proxiesTexts.kind}
          name="kind"
          pills={kinds.map((value) => ({ value, label: proxiesTexts.kinds[value] }))}
          value={kind}
          onChange={setKind}
        />
      )}
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
        {isByLocation ? (
          <SelectField
            inForm
            label={proxiesTexts.location}
            placeholder={proxiesTexts.noLocation}
            options={locationOptions(locations)}
            value={location}
            onChange={setLocation}
          />
        ) : (
          <SelectField
            inForm
            label={proxiesTexts.country}
            options={[{ value: any, label: proxiesTexts.anyCountry }, ...countries]}
            value={country}
            onChange={setCountry}
          />
        )}
      </div>
      {isByLocation && noLocation && (
        <p role="alert" className="m-0 text-small text-danger">
          {proxiesTexts.locationForm}
        </p>
      )}
      {!isByLocation && (
        <>
          <RadioPills
            legend={proxiesTexts.mode}
            name="exit"
            pills={proxyModes.map((value) => ({ value, label: proxiesTexts.modeNames[value] }))}
            value={mode}
            onChange={setMode}
          />
          <p className="m-0 text-small text-quiet">{proxiesTexts.modes[mode]}</p>
        </>
      )}
      <Button type="submit" weight="secondary">
        {proxiesTexts.add}
      </Button>
    </form>
  );
}
