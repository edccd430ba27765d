import { splitTexts } from '@comet/texts/desktop';
import type { ParamsOf } from '@comet/tunnel-protocol';
import { Button, SelectField, TextField } from '@comet/ui';
import { type SyntheticEvent, useState } from 'react';
import { usePrograms } from './use-programs.ts';
import { splitItemIn } from './written.ts';

interface AddSplitProps {
  readonly kind: 'app' | 'network';
  readonly onAdd: (item: ParamsOf<'split.add'>, onDone: () => void) => void;
}

const words = {
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

/** Names one more program or network. */
export function AddSplit({ kind, onAdd }: AddSplitProps) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const { label, hint, form, add } = words[kind];

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const item = splitItemIn(kind, typed);
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

/** Writes the path of a program of the menus, so that nobody has to know it. */
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
