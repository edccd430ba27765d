import { dedicatedTexts as texts } from '@comet/texts';
import { Dialog, TextField } from '@comet/ui';
import { DialogForm, useForm } from '../../platform/form/index.ts';

const longestNote = 200;

interface NoteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly note: string;
  readonly save: (note: string) => Promise<unknown>;
}

/** What its owner wants to remember about an address. */
export function NoteDialog({ open, onClose, ...rest }: NoteDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.noteTitle}>
      <NoteForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function NoteForm({ note, save, onClose }: Omit<NoteDialogProps, 'open'>) {
  const form = useForm({
    fields: { note },
    onSubmit: async (values) => {
      await save(values.note.trim());
      onClose();
    },
  });
  return (
    <DialogForm state={form} submit={texts.save} cancel={texts.cancel} onClose={onClose}>
      <TextField label={texts.note} hint={texts.noteHint} maxLength={longestNote} {...form.field('note')} />
    </DialogForm>
  );
}
