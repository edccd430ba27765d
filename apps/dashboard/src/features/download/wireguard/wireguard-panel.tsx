import { GeneratedFiles } from './generated-files.tsx';
import { unavailableReason } from './unavailable-reason.ts';
import { type Made, generateWireguardFiles } from './generate-wireguard-files.ts';
import {
  wireguardFileTexts as texts,
  formatDay,
  formatText,
  downloadTexts,
  plural,
  ReadableError,
} from '@comet/texts';
import { Subhead, Button, TextField } from '@comet/ui';
import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query';
import { wireguardConfigsQuery, type WireguardConfig } from '../downloads.ts';
import { api, call } from '../../../platform/data/api.ts';
import { NamedRow } from '../../named-list/index.ts';
import { detectPlatform } from '../detect-platform.ts';
import { suggestedName } from '../suggested-name.ts';
import { useLocationName } from '../use-location-name.ts';
import { type FormEvent, useState } from 'react';
import { required, useForm } from '../../../platform/form/index.ts';
import { LocationChoice, useRequiredLocations, useSuggestedLocation } from '../../locations/index.ts';

const maxNameLength = 60;

/**
 * The form for new files: a name and one or more locations, both suggested. Each location gets a key and a
 * file.
 */
function NewWireguardFile({ onMade }: { readonly onMade: (made: Made) => void }) {
  const queryClient = useQueryClient();
  const { limit, taken, configs } = useSuspenseQuery(wireguardConfigsQuery).data;
  const suggested = useSuggestedLocation((location) => unavailableReason(location) === null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(suggested === null ? [] : [suggested]),
  );
  const [current, setCurrent] = useState(0);
  const left = Math.max(0, limit - taken);
  const count = chosen.size;
  const locationsRequired = useRequiredLocations(count);
  const [name] = useState(() =>
    suggestedName(
      detectPlatform(navigator.userAgent),
      configs.map((config) => config.name),
    ),
  );
  const form = useForm({
    fields: { name },
    checks: { name: [required] },
    onSubmit: async (values) => {
      if (count > left) throw new ReadableError(formatText(texts.tooMany, { count, left }));
      const made = await generateWireguardFiles(values.name.trim(), [...chosen], setCurrent);
      await queryClient.invalidateQueries(wireguardConfigsQuery);
      if (made.files.length === 0) throw made.failure;
      onMade(made);
    },
  });
  if (left === 0) {
    return (
      <section className="flex flex-col gap-4">
        <Subhead>{texts.newFile}</Subhead>
        <p className="m-0">{formatText(texts.noPlaceLeft, { limit })}</p>
      </section>
    );
  }
  const make = formatText(plural(Math.max(1, count), texts.make), { count });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (locationsRequired.check()) form.submit(event);
  };
  return (
    <section className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.newFile}</Subhead>
        <p className="m-0 max-w-[36rem] text-quiet">{texts.newExplanation}</p>
      </div>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <div className="max-w-105">
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            autoComplete="off"
            maxLength={maxNameLength}
            {...form.field('name')}
          />
        </div>
        <LocationChoice
          legend={downloadTexts.locations}
          chosen={chosen}
          onChange={setChosen}
          lacks={unavailableReason}
          {...locationsRequired.field}
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button type="submit" busy={form.busy}>
            {form.busy && count > 1 ? formatText(texts.making, { current, count }) : make}
          </Button>
          <p className="m-0 text-small text-quiet">
            {formatText(plural(left, texts.placesLeft), { left, limit })}
          </p>
        </div>
        <p role="alert" className="m-0 text-danger empty:hidden">
          {form.failure?.text}
        </p>
      </form>
    </section>
  );
}

interface WireguardPanelProps {
  readonly open: boolean;
  /** The files created on this page, with their keys. */
  readonly made: Made | null;
  readonly onMade: (made: Made | null) => void;
}

/** The form for new files, or the files just created. */
export function WireguardPanel({ open, made, onMade }: WireguardPanelProps) {
  return (
    <>
      {open && made === null && <NewWireguardFile onMade={onMade} />}
      {made !== null && <GeneratedFiles made={made} onDone={() => onMade(null)} />}
    </>
  );
}

/** All files of the account, with actions to rename and remove each. */
export function WireguardFiles({ open }: { readonly open: boolean }) {
  const { configs } = useSuspenseQuery(wireguardConfigsQuery).data;
  // Without a plan, an empty list is not shown.
  if (!open && configs.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <Subhead>{texts.list}</Subhead>
      {configs.length === 0 ? (
        <p className="m-0 text-quiet">{texts.none}</p>
      ) : (
        <ul className="m-0 list-none border-t border-line p-0">
          {configs.map((config) => (
            <WireguardFileRow key={config.id} config={config} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** One file: its location, and its address in the tunnel. */
function WireguardFileRow({ config }: { readonly config: WireguardConfig }) {
  const location = useLocationName()(config.location);
  const { id, createdAt, ipv4, inService } = config;
  return (
    <NamedRow
      thing={config}
      list={wireguardConfigsQuery}
      rename={async (name) =>
        (await call(api.renameWireguardConfig, { params: { id }, body: { name } })).config
      }
      texts={texts}
      explanation={formatText(texts.removeExplanation, { place: location })}
      remove={() => call(api.removeWireguardConfig, { params: { id } })}
    >
      <p className="m-0 text-small text-quiet">
        {inService
          ? formatText(texts.made, { place: location, date: formatDay(createdAt) })
          : formatText(texts.gone, { place: location })}
      </p>
      <p className="m-0 font-mono text-small text-quiet">
        <span className="sr-only">{texts.address} </span>
        {ipv4}
      </p>
    </NamedRow>
  );
}
