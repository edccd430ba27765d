import { say, wireguardFileTexts as texts } from '@comet/texts';
import { Button, TextField, useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import { required, useForm } from '../../platform/form/index.ts';
import { type WireguardConfig, wireguardConfigsQuery } from './downloads.ts';

const longestName = 60;

interface RenameFormProps {
  readonly config: WireguardConfig;
  readonly onDone: () => void;
}

/** Takes the row's place while its file is given another name. */
export function RenameForm({ config: { id, name: present }, onDone }: RenameFormProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const form = useForm({
    fields: { name: present },
    checks: { name: [required] },
    onSubmit: async (values) => {
      const body = { name: values.name.trim() };
      const { config } = await call(api.renameWireguardConfig, { params: { id }, body });
      await queryClient.invalidateQueries(wireguardConfigsQuery);
      notify(say(texts.renamed, { name: config.name }), { id });
      onDone();
    },
  });
  const name = form.field('name');
  return (
    <form noValidate className="flex flex-wrap items-start gap-3" onSubmit={form.submit}>
      <div className="min-w-56 grow">
        <TextField
          label={texts.newName}
          autoFocus
          autoComplete="off"
          maxLength={longestName}
          {...name}
          error={name.error ?? form.failure?.text}
        />
      </div>
      <div className="flex gap-3 sm:pt-7">
        <Button type="submit" busy={form.busy}>
          {texts.saveName}
        </Button>
        <Button weight="secondary" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
