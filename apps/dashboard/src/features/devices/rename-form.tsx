import { devicesTexts, errorText, say, validationTexts } from '@comet/texts';
import { Button, TextField, useNotify } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api, call } from '../../platform/api.ts';
import { serverFieldErrors } from '../credentials/index.ts';
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
  const form = useForm({ mode: 'onTouched', defaultValues: { name: device.name } });
  const rename = useMutation({
    mutationFn: (name: string) => call(api.renameDevice, { params: { id: device.id }, body: { name } }),
    onSuccess: async ({ device: { name } }) => {
      await queryClient.invalidateQueries(devicesQuery);
      notify(say(devicesTexts.renamed, { name }), { id: device.id });
      onDone();
    },
    onError: (error) => {
      const message = serverFieldErrors(error, ['name'])[0]?.[1] ?? errorText(error).text;
      form.setError('name', { type: 'server', message }, { shouldFocus: true });
    },
  });
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => void form.handleSubmit(({ name }) => rename.mutate(name.trim()))(event)}
    >
      <div className="min-w-56 grow">
        <TextField
          label={devicesTexts.name}
          autoFocus
          autoComplete="off"
          maxLength={LONGEST_NAME}
          error={form.formState.errors.name?.message}
          {...form.register('name', { validate: (name) => name.trim() !== '' || validationTexts.required })}
        />
      </div>
      <div className="flex gap-3 sm:pt-7">
        <Button type="submit" busy={rename.isPending}>
          {devicesTexts.save}
        </Button>
        <Button weight="secondary" onClick={onDone}>
          {devicesTexts.cancel}
        </Button>
      </div>
    </form>
  );
}
