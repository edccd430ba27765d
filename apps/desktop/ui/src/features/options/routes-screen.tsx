import { formatText } from '@comet/texts';
import { routesTexts } from '@comet/texts/desktop';
import { parseSite, type Route, type Snapshot, subjectOf } from '@comet/tunnel-protocol';
import { isProgram } from '@comet/tunnel-protocol/choices';
import { Button, RadioPills, SelectField, Subhead, TextField } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { useChoices } from '../../platform/daemon/index.ts';
import { locationOptions, type LocationRow, useLocations } from '../locations/index.ts';
import { nextLocation } from '../profiles/index.ts';
import { NamedRows } from './named-rows.tsx';
import { routeDetail } from '../routes/index.ts';
import { SettingFrame } from './setting-frame.tsx';

type Kind = Route['kind'];

/** Routes of sites and apps with their traffic, and the form that adds one. */
export function RoutesScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const { locations, failure: unknown } = useLocations();
  const { routes } = snapshot.settings;
  const known = locations ?? nextLocation(snapshot.next);
  return (
    <SettingFrame title={routesTexts.title} why={routesTexts.why} failure={failure ?? unknown}>
      <NamedRows
        none={routesTexts.none}
        rows={routes.map((route, index) => {
          const subject = subjectOf(route);
          return {
            key: `${route.kind} ${subject}`,
            title: subject,
            exact: route.kind === 'app',
            detail: routeDetail(route, snapshot.routes?.[index], known),
            act: routesTexts.remove,
            actWhat: formatText(routesTexts.removeWhat, { subject }),
            onAct: () => choose('route.remove', { subject: keyOf(route.kind, subject) }),
          };
        })}
      />
      <AddRoute
        key={routes.map((route) => `${subjectOf(route)} ${route.to}`).join()}
        locations={locations ?? []}
        onAdd={(kind, subject, to) => choose('route.add', { subject: keyOf(kind, subject), to })}
      />
    </SettingFrame>
  );
}

function keyOf(kind: Kind, subject: string) {
  return kind === 'site' ? { kind, site: subject } : { kind, path: subject };
}

interface AddRouteProps {
  readonly locations: readonly LocationRow[];
  readonly onAdd: (kind: Kind, subject: string, to: string) => void;
}

function AddRoute({ locations, onAdd }: AddRouteProps) {
  const [kind, setKind] = useState<Kind>('site');
  const [typed, setTyped] = useState('');
  const [to, setTo] = useState('direct');
  const [wrong, setWrong] = useState(false);
  const isSite = kind === 'site';
  const form = isSite ? routesTexts.siteForm : routesTexts.appForm;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const path = typed.trim();
    const subject = isSite ? parseSite(typed) : isProgram(path) ? path : null;
    setWrong(subject === null);
    if (subject !== null) onAdd(kind, subject, to);
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4" noValidate>
      <Subhead>{routesTexts.add}</Subhead>
      <RadioPills
        legend={routesTexts.kind}
        name="kind"
        pills={(['site', 'app'] as const).map((value) => ({ value, label: routesTexts.kinds[value] }))}
        value={kind}
        onChange={(chosen) => {
          setKind(chosen);
          setWrong(false);
        }}
      />
      <div className="grid w-full items-end gap-x-5 gap-y-3 wide:grid-cols-2">
        <TextField
          label={isSite ? routesTexts.site : routesTexts.app}
          hint={isSite ? routesTexts.siteHint : routesTexts.appHint}
          error={wrong ? form : undefined}
          maxLength={400}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          inForm
          label={routesTexts.to}
          options={[
            { value: 'direct', label: routesTexts.direct },
            { value: 'block', label: routesTexts.block },
            ...locationOptions(locations),
          ]}
          value={to}
          onChange={setTo}
        />
      </div>
      <Button type="submit" weight="secondary">
        {routesTexts.add}
      </Button>
    </form>
  );
}
