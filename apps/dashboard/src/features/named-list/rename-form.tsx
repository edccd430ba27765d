import { renameTexts as texts, formatText } from '@comet/texts';
import { Button, TextField, useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { required, useForm } from '../../platform/form/index.ts';
import type { ListQuery, NamedItem } from './named-item.ts';

const maxNameLength = 60;

interface RenameFormProps {
  readonly thing: NamedItem;
  readonly list: ListQuery;
  /** Renames the entry and resolves to it. */
  readonly rename: (name: string) => Promise<NamedItem>;
  readonly onDone: () => void;
}

/** Replaces the description of an entry while it is being renamed. */
export function RenameForm({ thing: { id, name: present }, list, rename, onDone }: RenameFormProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const form = useForm({
    fields: { name: present },
    checks: { name: [required] },
    onSubmit: async (values) => {
      const renamed = await rename(values.name.trim());
      await queryClient.invalidateQueries(list);
      notify(formatText(texts.renamed, { name: renamed.name }), { id });
      onDone();
    },
  });
  const name = form.field('name');
  return (
    <form noValidate className="flex flex-wrap items-start gap-3" onSubmit={form.submit}>
      <div className="min-w-48 grow">
        <TextField
          label={texts.name}
          autoFocus
          autoComplete="off"
          maxLength={maxNameLength}
          {...name}
          error={name.error ?? form.failure?.text}
        />
      </div>
      <div className="flex gap-3 sm:pt-7">
        <Button type="submit" busy={form.busy}>
          {texts.save}
        </Button>
        <Button weight="secondary" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
