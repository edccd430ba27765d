import { devicesTexts, errorText, say } from '@comet/texts';
import { Button, Dialog, useNotify } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, call } from '../../platform/api.ts';
import { type Device, devicesQuery } from './devices.ts';

interface RemoveDialogProps {
  readonly device: Device;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before a machine loses its tunnel. */
export function RemoveDialog({ device, open, onClose }: RemoveDialogProps) {
  const { id, name } = device;
  const notify = useNotify();
  const queryClient = useQueryClient();
  const leave = async () => {
    notify(say(devicesTexts.removed, { name }), { id });
    onClose();
    await queryClient.invalidateQueries(devicesQuery);
  };
  const remove = useMutation({
    mutationFn: () => call(api.removeDevice, { params: { id } }),
    onSuccess: leave,
    onError: async (error) => {
      // Another tab was faster: what was wanted is done.
      if (error instanceof ApiError && error.is('not_found')) await leave();
      else notify(errorText(error).text, { id, tone: 'danger' });
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say(devicesTexts.removeTitle, { name })}
      explanation={devicesTexts.removeExplanation}
      actions={
        <>
          <Button weight="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {devicesTexts.removeConfirm}
          </Button>
          <Button weight="secondary" onClick={onClose}>
            {devicesTexts.keep}
          </Button>
        </>
      }
    />
  );
}
