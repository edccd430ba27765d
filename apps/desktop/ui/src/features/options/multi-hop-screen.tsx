import { formatText } from '@comet/texts';
import { optionsTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { Button, FieldError, SelectField } from '@comet/ui';
import { useState } from 'react';
import { useChoices } from '../../platform/daemon/index.ts';
import { type LocationRow, locationOptions, useLocations } from '../locations/index.ts';
import { useNavigation } from '../navigation/index.ts';
import { SettingFrame } from './setting-frame.tsx';

/** The possible entry locations: those with our own gateways. */
function entriesOf(locations: readonly LocationRow[]): readonly LocationRow[] {
  return locations.filter(({ online, lacks, type }) => online && lacks === null && type === 'standard');
}

/** The possible exit locations: the port and the transport of WireGuard are used on the way to the entry only. */
function exitsOf(locations: readonly LocationRow[]): readonly LocationRow[] {
  return locations.filter(({ online, lacks }) => online && (lacks === null || isOfEntry(lacks)));
}

const isOfEntry = (lacks: string): boolean => lacks.startsWith('wireguard_') || /^\d+$/.test(lacks);

const texts = optionsTexts.multiHop;

/** The choice of the entry and the exit gateway. */
export function MultiHopScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const { locations, failure: unknown } = useLocations();
  const { tunnel, settings } = snapshot;
  const hop = tunnel.state === 'connected' && tunnel.via !== undefined ? tunnel : null;
  return (
    <SettingFrame title={texts.title} why={texts.why} failure={failure ?? unknown}>
      <p role="status" className="m-0 border-y border-line py-3.5">
        {hop?.via === undefined
          ? optionsTexts.off
          : formatText(texts.now, { entry: hop.via.city, exit: hop.place.city })}
      </p>
      {settings.protocol === 'openvpn' && <p className="m-0">{texts.wireguard}</p>}
      {settings.protocol !== 'openvpn' && locations !== null && (
        <Hops locations={locations} onConnect={(hops) => choose('connect', hops)} />
      )}
    </SettingFrame>
  );
}

interface HopsProps {
  readonly locations: readonly LocationRow[];
  readonly onConnect: (hops: { readonly location: string; readonly via: string }) => void;
}

function Hops({ locations, onConnect }: HopsProps) {
  const { home } = useNavigation();
  const entries = entriesOf(locations);
  const exits = exitsOf(locations);
  const [via, setVia] = useState(entries[0]?.code ?? '');
  const [location, setLocation] = useState(exits.find(({ code }) => code !== via)?.code ?? '');
  const [wrong, setWrong] = useState(false);
  if (via === '' || location === '') return <p className="m-0">{texts.few}</p>;

  function connect() {
    setWrong(via === location);
    if (via === location) return;
    // Home shows the result.
    onConnect({ location, via });
    home();
  }

  return (
    <div className="flex flex-col items-start gap-4">
      <div className="grid w-full gap-x-5 gap-y-3 wide:grid-cols-2">
        <SelectField label={texts.enter} options={locationOptions(entries)} value={via} onChange={setVia} />
        <SelectField
          label={texts.leave}
          options={locationOptions(exits)}
          value={location}
          onChange={setLocation}
        />
      </div>
      {wrong && <FieldError>{texts.same}</FieldError>}
      <p className="m-0 text-small text-quiet">{texts.onlyNext}</p>
      <Button onClick={connect}>{texts.connect}</Button>
    </div>
  );
}
