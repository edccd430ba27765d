import { secondFactorTexts } from '@comet/texts';
import { Button, type ButtonProps, Dialog, LinkAction } from '@comet/ui';
import { useId } from 'react';
import { SecondFactorField } from './second-factor-field.tsx';
import type { Factor } from './second-factor-state.ts';
import { useSecondFactor } from './use-second-factor.ts';

interface SecondFactorDialogProps {
  readonly title: string;
  readonly explanation: string;
  readonly submit: string;
  readonly weight?: ButtonProps['weight'];
  readonly back: string;
  readonly onClose: () => void;
  /** Resolves when it is done; the dialog goes with what stood around it. */
  readonly onFactor: (factor: Factor) => Promise<void>;
}

/** Asks for a code before a change. */
export function SecondFactorDialog(props: SecondFactorDialogProps) {
  const id = useId();
  const form = useSecondFactor(props.onFactor);
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      explanation={props.explanation}
      actions={
        <>
          <Button
            type="submit"
            form={id}
            weight={props.weight ?? 'primary'}
            disabled={!form.complete}
            busy={form.busy}
          >
            {props.submit}
          </Button>
          <Button weight="secondary" onClick={props.onClose}>
            {props.back}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        aria-busy={form.busy || undefined}
        className="flex flex-col items-start gap-1"
        onSubmit={form.submit}
      >
        <div className="w-full">
          <SecondFactorField {...form} />
        </div>
        <LinkAction onClick={form.switchMode}>
          {form.mode === 'code' ? secondFactorTexts.useRecoveryCode : secondFactorTexts.useCode}
        </LinkAction>
      </form>
    </Dialog>
  );
}
