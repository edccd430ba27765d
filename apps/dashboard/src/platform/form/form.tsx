import { Banner, Button, type ButtonProps } from '@comet/ui';
import type { ReactNode } from 'react';
import type { FormState } from './use-form.ts';

export interface FormProps {
  readonly state: Pick<FormState<string>, 'submit' | 'failure' | 'busy'>;
  /** Text of the submit button. */
  readonly submit: string;
  readonly weight?: ButtonProps['weight'];
  /** Whether the button fills the form's width; true by default. */
  readonly wide?: boolean;
  /** Next to the submit button, such as a cancel link. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A form with the state of `useForm`: its error, announced at once, the fields, and the button. */
export function Form({ state, submit, weight, wide = true, actions, children }: FormProps) {
  const { failure, busy } = state;
  return (
    <form noValidate aria-busy={busy || undefined} className="flex flex-col gap-4" onSubmit={state.submit}>
      {failure !== null && (
        <Banner tone="danger" urgent title={failure.title ?? undefined}>
          {failure.text}
        </Banner>
      )}
      {children}
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        <Button type="submit" weight={weight ?? 'primary'} wide={wide} busy={busy}>
          {submit}
        </Button>
        {actions}
      </div>
    </form>
  );
}
