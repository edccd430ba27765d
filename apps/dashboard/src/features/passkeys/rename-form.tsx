import { passkeysTexts as texts, say } from '@comet/texts';
import { Button, TextField, useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import { required, useForm } from '../../platform/form/index.ts';
import { type Passkey, passkeysQuery } from './passkeys.ts';

const LONGEST_NAME = 60;

interface RenameFormProps {
  readonly passkey: Passkey;
  readonly onDone: () => void;
}

/** Takes the place of what is said about a passkey while it is given another name. */
export function RenameForm({ passkey, onDone }: RenameFormProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { id } = passkey;
  const form = useForm({
    fields: { name: passkey.name },
    checks: { name: [required] },
    onSubmit: async (values) => {
      const body = { name: values.name.trim() };
      const { passkey: renamed } = await call(api.renamePasskey, { params: { id }, body });
      await queryClient.invalidateQueries(passkeysQuery);
      notify(say(texts.renamed, { name: renamed.name }), { id });
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
          maxLength={LONGEST_NAME}
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
