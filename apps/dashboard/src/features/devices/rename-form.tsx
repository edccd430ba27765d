import { devicesTexts, say } from '@comet/texts';
import { Button, TextField, useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import { required, useForm } from '../../platform/form/index.ts';
import { type Device, devicesQuery } from './devices.ts';

const LONGEST_NAME = 60;

interface RenameFormProps {
  readonly device: Device;
  readonly onDone: () => void;
}

/** Takes the row's place while its device is given another name. */
export function RenameForm({ device, onDone }: RenameFormProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const form = useForm({
    fields: { name: device.name },
    checks: { name: [required] },
    onSubmit: async (values) => {
      const body = { name: values.name.trim() };
      const { device: renamed } = await call(api.renameDevice, { params: { id: device.id }, body });
      await queryClient.invalidateQueries(devicesQuery);
      notify(say(devicesTexts.renamed, { name: renamed.name }), { id: device.id });
      onDone();
    },
  });
  const name = form.field('name');
  return (
    <form noValidate className="flex flex-wrap items-start gap-3" onSubmit={form.submit}>
      <div className="min-w-56 grow">
        <TextField
          label={devicesTexts.name}
          autoFocus
          autoComplete="off"
          maxLength={LONGEST_NAME}
          {...name}
          error={name.error ?? form.failure?.text}
        />
      </div>
      <div className="flex gap-3 sm:pt-7">
        <Button type="submit" busy={form.busy}>
          {devicesTexts.save}
        </Button>
        <Button weight="secondary" onClick={onDone}>
          {devicesTexts.cancel}
        </Button>
      </div>
    </form>
  );
}
