import { formatText } from '@comet/texts';
import { optionsTexts, splitTexts } from '@comet/texts/desktop';
import type { Snapshot, ParamsOf, ResultOf } from '@comet/tunnel-protocol';
import { splitModes } from '@comet/tunnel-protocol/choices';
import { RadioRows, Subhead, Button, SelectField, TextField } from '@comet/ui';
import { useChoices, useDaemon } from '../../platform/daemon/index.ts';
import { SettingFrame } from './setting-frame.tsx';
import { NamedRows } from './named-rows.tsx';
import { type SyntheticEvent, useState, useEffect } from 'react';
import { parseSplitItem } from './parse-input.ts';

interface AddSplitProps {
  readonly kind: 'app' | 'network';
  readonly onAdd: (item: ParamsOf<'split.add'>, onDone: () => void) => void;
}

const kindTexts = {
  app: {
    label: splitTexts.app,
    hint: splitTexts.appHint,
    form: splitTexts.appForm,
    add: splitTexts.addApp,
  },
  network: {
    label: splitTexts.network,
    hint: splitTexts.networkHint,
    form: splitTexts.networkForm,
    add: splitTexts.addNetwork,
  },
} as const;

/** Adds a program or network. */
function AddSplit({ kind, onAdd }: AddSplitProps) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const { label, hint, form, add } = kindTexts[kind];

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const item = parseSplitItem(kind, typed);
    setWrong(item === null);
    if (item !== null) onAdd(item, () => setTyped(''));
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-2" noValidate>
      {kind === 'app' && <ProgramChoice path={typed} onChoose={setTyped} />}
      <TextField
        label={label}
        hint={hint}
        error={wrong ? form : undefined}
        mono
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div>
        <Button type="submit" weight="secondary">
          {add}
        </Button>
      </div>
    </form>
  );
}

interface ProgramChoiceProps {
  readonly path: string;
  readonly onChoose: (path: string) => void;
}

/** Fills in the path of an installed program. */
function ProgramChoice({ path, onChoose }: ProgramChoiceProps) {
  const programs = usePrograms();
  if (programs.length === 0) return null;
  return (
    <SelectField
      label={splitTexts.menus}
      options={[
        { value: '', label: splitTexts.choose },
        ...programs.map((program) => ({ value: program.path, label: program.name })),
      ]}
      value={programs.some((program) => program.path === path) ? path : ''}
      onChange={onChoose}
    />
  );
}

type Programs = ResultOf<'programs'>['programs'];

/** The installed programs; none while they are loading or if they are unavailable: a path can be typed. */
function usePrograms(): Programs {
  const daemon = useDaemon();
  const [programs, setPrograms] = useState<Programs>([]);
  useEffect(() => {
    let open = true;
    void daemon.send('programs', {}).then((listed) => {
      if (open && listed.ok) setPrograms(listed.value.programs);
    });
    return () => {
      open = false;
    };
  }, [daemon]);
  return programs;
}

/** The settings of split tunnelling. */
export function SplitScreen({ snapshot: { settings } }: { readonly snapshot: Snapshot }) {
  const { choose, failure } = useChoices();
  const { mode, apps, networks } = settings.splitTunnel;
  const row = (title: string, detail: string, onAct: () => void) => ({
    key: title,
    title,
    exact: true,
    detail,
    act: optionsTexts.remove,
    actWhat: formatText(optionsTexts.removeWhat, { what: title }),
    onAct,
  });
  return (
    <SettingFrame title={splitTexts.title} failure={failure}>
      <div className="border-t border-line">
        <RadioRows
          legend={splitTexts.title}
          name="split"
          rows={splitModes.map((value) => ({
            value,
            title: splitTexts.modes[value],
            detail: splitTexts.hints[value],
          }))}
          value={mode}
          onChange={(chosen) => choose('split.set', { mode: chosen })}
        />
      </div>
      <section className="flex flex-col gap-2">
        <Subhead>{splitTexts.named}</Subhead>
        <NamedRows
          none={splitTexts.noApps}
          rows={[
            ...apps.map((path) =>
              row(path, splitTexts.app, () => choose('split.remove', { kind: 'app', path })),
            ),
            ...networks.map((network) =>
              row(network, splitTexts.network, () => choose('split.remove', { kind: 'network', network })),
            ),
          ]}
        />
        <p className="m-0 text-small text-quiet">{splitTexts.restart}</p>
      </section>
      <AddSplit kind="app" onAdd={(item, onDone) => choose('split.add', item, onDone)} />
      <AddSplit kind="network" onAdd={(item, onDone) => choose('split.add', item, onDone)} />
    </SettingFrame>
  );
}
