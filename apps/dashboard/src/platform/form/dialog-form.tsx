import { Button } from '@comet/ui';
import { Form, type FormProps } from './form.tsx';

interface DialogFormProps extends Pick<FormProps, 'state' | 'submit' | 'weight' | 'children'> {
  /** Text of the cancel button. */
  readonly cancel: string;
  readonly onClose: () => void;
}

/** A form in a dialog, with a cancel button next to the submit button. */
export function DialogForm({ cancel, onClose, ...form }: DialogFormProps) {
  return (
    <Form
      {...form}
      wide={false}
      actions={
        <Button weight="secondary" onClick={onClose}>
          {cancel}
        </Button>
      }
    />
  );
}
