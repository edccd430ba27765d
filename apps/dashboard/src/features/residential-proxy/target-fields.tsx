import { endpointTexts as texts, validationTexts } from '@comet/texts';
import { NumberField, RadioPills, SelectField, TextField } from '@comet/ui';
import type { LiveCountry } from '../coverage/index.ts';
import { isSessionName, lifetimeOf } from './endpoint.ts';
import type { BuilderState } from './builder-state.ts';

interface TargetFieldsProps {
  readonly state: BuilderState;
  readonly onChange: (state: BuilderState) => void;
  readonly countries: readonly LiveCountry[];
}

const anywhere = '';

/** The exit location, and for how long to keep the address. Only locations with live exits can be chosen. */
export function TargetFields({ state, onChange, countries }: TargetFieldsProps) {
  const change = (some: Partial<BuilderState>) => onChange({ ...state, ...some });
  const cities = countries.find(({ country }) => country === state.country)?.cities ?? [];
  const mode = state.sticky ? 'sticky' : 'rotating';
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={texts.country}
          options={[
            { value: anywhere, label: texts.anyCountry },
            ...countries.map(({ country, name }) => ({ value: country, label: name })),
          ]}
          value={state.country ?? anywhere}
          onChange={(country) => change({ country: country === anywhere ? null : country, city: null })}
        />
        <SelectField
          label={texts.city}
          options={[
            { value: anywhere, label: texts.anyCity },
            ...cities.map(({ city, name }) => ({ value: city, label: name })),
          ]}
          value={state.city ?? anywhere}
          onChange={(city) => change({ city: city === anywhere ? null : city })}
          disabled={cities.length === 0}
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-small font-medium">
          {texts.session}
        </span>
        <RadioPills
          legend={texts.session}
          name="session"
          pills={(['rotating', 'sticky'] as const).map((value) => ({ value, label: texts.modes[value] }))}
          value={mode}
          onChange={(chosen) => change({ sticky: chosen === 'sticky' })}
        />
        <p className="m-0 text-small text-quiet">{texts.modeDetails[mode]}</p>
      </div>
      {state.sticky && (
        <>
          <div className="grid items-end gap-x-5 gap-y-4 sm:grid-cols-2">
            <TextField
              label={texts.sessionName}
              hint={texts.sessionNameHint}
              error={isSessionName(state.sessionName) ? undefined : texts.sessionNameWrong}
              mono
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={32}
              value={state.sessionName}
              onChange={(event) => change({ sessionName: event.target.value })}
            />
            <NumberField
              label={texts.lifetime}
              wholeOnly={validationTexts.wholeNumber}
              error={lifetimeOf(state.lifetime) === null ? texts.lifetimeWrong : undefined}
              maxLength={4}
              value={state.lifetime}
              onChange={(event) => change({ lifetime: event.target.value })}
            />
          </div>
          <div className="flex flex-col gap-1.5">
            <span aria-hidden="true" className="text-small font-medium">
              {texts.ifGone}
            </span>
            <RadioPills
              legend={texts.ifGone}
              name="if-gone"
              pills={(['fail', 'replace'] as const).map((value) => ({ value, label: texts.gone[value] }))}
              value={state.ifGone}
              onChange={(ifGone) => change({ ifGone })}
            />
          </div>
        </>
      )}
    </>
  );
}
