import { formatText } from '@comet/texts';
import { optionsTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { RadioRows, SelectField } from '@comet/ui';
import { useChoices } from '../../platform/daemon/index.ts';
import { locationOptions, useLocations } from '../locations/index.ts';
import { SettingFrame } from './setting-frame.tsx';

const texts = optionsTexts.server;

/** The default location. */
export function DefaultLocationScreen({ snapshot: { settings } }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const { locations, failure: unknown } = useLocations();
  const { server } = settings;
  const lists = settings.locationLists.map(({ name }) => ({
    value: name,
    label: formatText(texts.list, { name }),
  }));
  const places = [...locationOptions(locations ?? []), ...lists];
  const first = places[0];
  const fixed = server !== 'last' && server !== 'nearest' && server !== 'random';
  const isListed = places.some(({ value }) => value === server);
  return (
    <SettingFrame title={texts.title} failure={failure ?? unknown}>
      <div className="border-t border-line">
        <RadioRows
          legend={texts.legend}
          name="server"
          rows={[
            { value: 'last', title: texts.last },
            { value: 'nearest', title: texts.nearest, detail: texts.nearestHint },
            { value: 'random', title: texts.random, detail: texts.randomHint },
            ...(fixed || first !== undefined
              ? [{ value: 'fixed', title: texts.fixed, detail: texts.fixedHint } as const]
              : []),
          ]}
          value={fixed ? 'fixed' : server}
          onChange={(chosen) => {
            const place = chosen === 'fixed' ? first?.value : chosen;
            if (place !== undefined) choose('server.set', { server: place });
          }}
        />
      </div>
      {fixed && (
        <SelectField
          label={texts.place}
          options={isListed ? places : [{ value: server, label: server }, ...places]}
          value={server}
          onChange={(place) => choose('server.set', { server: place })}
        />
      )}
    </SettingFrame>
  );
}
