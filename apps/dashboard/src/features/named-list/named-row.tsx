import { type ReactNode, useState } from 'react';
import type { ListQuery, NamedItem } from './named-item.ts';
import { RemoveDialog, type RemoveDialogTexts } from './remove-dialog.tsx';
import { RenameForm } from './rename-form.tsx';
import { RowActions } from './row-actions.tsx';

interface NamedRowProps {
  readonly thing: NamedItem;
  readonly list: ListQuery;
  readonly rename: (name: string) => Promise<NamedItem>;
  readonly texts: RemoveDialogTexts;
  /** The consequence of its removal, as a sentence. */
  readonly explanation: string;
  readonly remove: () => Promise<unknown>;
  /** An icon before the name. */
  readonly icon?: ReactNode;
  /** Text below the name. */
  readonly children: ReactNode;
}

/** One entry of a list: name and description, with actions to rename and remove it. */
export function NamedRow(props: NamedRowProps) {
  const { thing, list, rename, texts, explanation, remove, icon, children } = props;
  const { name } = thing;
  const [doing, setDoing] = useState<'nothing' | 'renaming' | 'removing'>('nothing');
  const stop = () => setDoing('nothing');
  if (doing === 'renaming') {
    return (
      <li className="border-b border-line py-4">
        <RenameForm thing={thing} list={list} rename={rename} onDone={stop} />
      </li>
    );
  }
  return (
    <li className="flex items-center gap-4 border-b border-line py-4">
      {icon}
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="m-0 font-medium break-words">{name}</p>
          {children}
        </div>
        <RowActions
          name={name}
          texts={texts}
          onRename={() => setDoing('renaming')}
          onRemove={() => setDoing('removing')}
        />
      </div>
      <RemoveDialog
        thing={thing}
        list={list}
        texts={texts}
        explanation={explanation}
        remove={remove}
        open={doing === 'removing'}
        onClose={stop}
      />
    </li>
  );
}
