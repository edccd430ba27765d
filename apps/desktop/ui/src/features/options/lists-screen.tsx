import { formatText, locationTexts } from '@comet/texts';
import { listsTexts } from '@comet/texts/desktop';
import type { LocationList, Snapshot } from '@comet/tunnel-protocol';
import { Button, LinkAction, SelectField, Subhead, TextField } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { useChoices } from '../../platform/daemon/index.ts';
import { locationOptions, type LocationRow, useLocations } from '../locations/index.ts';
import { NamedRows } from './named-rows.tsx';
import { parseSavedName } from './parse-input.ts';
import { SettingFrame } from './setting-frame.tsx';

/** The locations that can be on a list: those that cost no data. */
const listable = ({ type }: LocationRow): boolean => type !== 'native_residential' && type !== 'residential';

/** The user's own lists of locations. */
export function ListsScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const { locations, failure: unknown } = useLocations();
  const { locationLists } = snapshot.settings;
  return (
    <SettingFrame title={listsTexts.title} why={listsTexts.why} failure={failure ?? unknown}>
      {locationLists.length === 0 && <NamedRows none={listsTexts.none} rows={[]} />}
      {locationLists.map((list) => (
        <ListPart
          key={list.name}
          list={list}
          locations={locations}
          onRemove={(code) =>
            choose('location-list.remove', { name: list.name, locations: code === null ? null : [code] })
          }
        />
      ))}
      {locations !== null && (
        <AddLocation
          key={locationLists.map(({ name, locations: own }) => `${name} ${own.join()}`).join()}
          locations={locations.filter(listable)}
          first={locationLists.at(-1)?.name ?? ''}
          onAdd={(name, location) => choose('location-list.add', { name, locations: [location] })}
        />
      )}
    </SettingFrame>
  );
}

interface ListPartProps {
  readonly list: LocationList;
  /** Null while loading. */
  readonly locations: readonly LocationRow[] | null;
  /** Removes a location, or with null the list. */
  readonly onRemove: (code: string | null) => void;
}

function ListPart({ list: { name, locations: codes }, locations, onRemove }: ListPartProps) {
  return (
    <section className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-4">
        <Subhead>{name}</Subhead>
        <LinkAction
          aria-label={formatText(listsTexts.removeListWhat, { name })}
          onClick={() => onRemove(null)}
        >
          {listsTexts.removeList}
        </LinkAction>
      </div>
      <NamedRows
        none={listsTexts.none}
        rows={codes.map((code) => {
          const place = placeName(code, locations);
          return {
            key: code,
            title: place,
            act: listsTexts.remove,
            actWhat: formatText(listsTexts.removeWhat, { place, name }),
            onAct: () => onRemove(code),
          };
        })}
      />
    </section>
  );
}

function placeName(code: string, locations: readonly LocationRow[] | null): string {
  const found = locations?.find((one) => one.code === code);
  if (found !== undefined)
    return formatText(locationTexts.place, { city: found.city, country: found.countryName });
  return locations === null ? code : formatText(listsTexts.gone, { code });
}

interface AddLocationProps {
  readonly locations: readonly LocationRow[];
  /** The name that is entered at first. */
  readonly first: string;
  readonly onAdd: (name: string, location: string) => void;
}

function AddLocation({ locations, first, onAdd }: AddLocationProps) {
  const [typed, setTyped] = useState(first);
  const [location, setLocation] = useState(locations[0]?.code ?? '');
  const [wrong, setWrong] = useState(false);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const name = parseSavedName(typed);
    setWrong(name === null);
    if (name !== null) onAdd(name, location);
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4" noValidate>
      <Subhead>{listsTexts.add}</Subhead>
      <div className="grid w-full items-end gap-x-5 gap-y-3 wide:grid-cols-2">
        <TextField
          label={listsTexts.name}
          hint={listsTexts.nameHint}
          error={wrong ? listsTexts.nameForm : undefined}
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          inForm
          label={listsTexts.location}
          options={locationOptions(locations)}
          value={location}
          onChange={setLocation}
        />
      </div>
      <Button type="submit" weight="secondary">
        {listsTexts.addAct}
      </Button>
    </form>
  );
}
