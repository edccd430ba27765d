import { ownListsTexts as texts } from '@comet/texts/desktop';
import { isListUrl, maxListTexts, type NameListKind } from '@comet/tunnel-protocol';
import { Button, SelectField, Subhead, TextAreaField, TextField } from '@comet/ui';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { parseNetworkName } from '../parse-input.ts';

interface ListFormProps {
  readonly title: string;
  readonly onSubmit: (kind: NameListKind) => void;
  readonly children: ReactNode;
}

function ListForm({ title, onSubmit, children }: ListFormProps) {
  const [kind, setKind] = useState<NameListKind>('block');

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    onSubmit(kind);
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-stretch gap-4" noValidate>
      <Subhead>{title}</Subhead>
      {children}
      <SelectField
        inForm
        label={texts.kind}
        options={[
          { value: 'block', label: texts.kinds.block },
          { value: 'allow', label: texts.kinds.allow },
        ]}
        value={kind}
        onChange={setKind}
      />
      <div>
        <Button type="submit" weight="secondary">
          {texts.add}
        </Button>
      </div>
    </form>
  );
}

/** Adds a list that is updated from its URL. */
export function AddListUrl({ onAdd }: { readonly onAdd: (kind: NameListKind, url: string) => void }) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);

  return (
    <ListForm
      title={texts.addUrl}
      onSubmit={(kind) => {
        const url = typed.trim();
        setWrong(!isListUrl(url));
        if (isListUrl(url)) onAdd(kind, url);
      }}
    >
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        error={wrong ? texts.urlForm : undefined}
        mono
        spellCheck={false}
        maxLength={500}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ListForm>
  );
}

interface AddListTextProps {
  readonly onAdd: (kind: NameListKind, name: string, text: string) => void;
}

/** Adds a list as text, or replaces the text of a list. */
export function AddListText({ onAdd }: AddListTextProps) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);

  return (
    <ListForm
      title={texts.addText}
      onSubmit={(kind) => {
        const named = parseNetworkName(name) ?? '';
        const isValid = named !== '' && !/^https?:/i.test(named);
        setWrong(!isValid);
        if (isValid) onAdd(kind, named, text);
      }}
    >
      <TextField
        label={texts.name}
        error={wrong ? texts.nameForm : undefined}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextAreaField
        label={texts.text}
        rows={5}
        maxLength={maxListTexts}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </ListForm>
  );
}
