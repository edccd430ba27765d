import { downloadTexts, plural, ReadableError, say, wireguardFileTexts as texts } from '@comet/texts';
import { Button, Subhead, TextField } from '@comet/ui';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { required, useForm } from '../../platform/form/index.ts';
import { type Location, LocationChoice } from '../locations/index.ts';
import { wireguardConfigsQuery } from './downloads.ts';
import { type Made, makeWireguardFiles } from './make-wireguard-files.ts';

const longestName = 60;

/** A name and one or more locations; a key and a file for each. */
export function NewWireguardFile({ onMade }: { readonly onMade: (made: Made) => void }) {
  const queryClient = useQueryClient();
  const { limit, taken } = useSuspenseQuery(wireguardConfigsQuery).data;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(0);
  const left = Math.max(0, limit - taken);
  const count = chosen.size;
  const form = useForm({
    fields: { name: '' },
    checks: { name: [required] },
    onSubmit: async ({ name }) => {
      if (count === 0) throw new ReadableError(texts.chooseOne);
      if (count > left) throw new ReadableError(say(texts.tooMany, { count, left }));
      const made = await makeWireguardFiles(name.trim(), [...chosen], setCurrent);
      await queryClient.invalidateQueries(wireguardConfigsQuery);
      if (made.files.length === 0) throw made.failure;
      onMade(made);
    },
  });
  if (left === 0) {
    return (
      <section className="flex flex-col gap-4">
        <Subhead>{texts.newFile}</Subhead>
        <p className="m-0">{say(texts.noPlaceLeft, { limit })}</p>
      </section>
    );
  }
  const make = say(plural(Math.max(1, count), texts.make), { count });
  return (
    <section className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.newFile}</Subhead>
        <p className="m-0 max-w-[36rem] text-quiet">{texts.newExplanation}</p>
      </div>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        <div className="max-w-105">
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            autoComplete="off"
            maxLength={longestName}
            {...form.field('name')}
          />
        </div>
        <LocationChoice
          legend={downloadTexts.locations}
          chosen={chosen}
          onChange={setChosen}
          lacks={lackOf}
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button type="submit" busy={form.busy}>
            {form.busy && count > 1 ? say(texts.making, { current, count }) : make}
          </Button>
          <p className="m-0 text-small text-quiet">{say(plural(left, texts.placesLeft), { left, limit })}</p>
        </div>
        <p role="alert" className="m-0 text-danger empty:hidden">
          {form.failure?.text}
        </p>
      </form>
    </section>
  );
}

/** A home is found anew for each connection, which only our own program asks for. */
function lackOf({ type, protocols }: Location): string | null {
  if (type === 'native_residential' || type === 'residential') return downloadTexts.onlyInApp;
  return protocols.includes('wireguard') ? null : texts.notHere;
}
