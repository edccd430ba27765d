import { formatDay, formatText, twoFactorTexts as texts, secondFactorTexts } from '@comet/texts';
import { LinkAction, Row, Rows, useNotify, Button, type ButtonProps, Dialog } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { twoFactorQuery } from './two-factor.ts';
import { SecondFactorField } from './second-factor-field.tsx';
import type { Factor } from './second-factor-state.ts';
import { useSecondFactor } from './use-second-factor.ts';

interface TwoFactorOnProps {
  readonly since: string;
  readonly codesLeft: number;
  readonly onCodes: (codes: readonly string[]) => Promise<void>;
}

/** State of active two-factor, and its two changes; each requires a code. */
export function TwoFactorOn({ since, codesLeft, onCodes }: TwoFactorOnProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<'nothing' | 'turn-off' | 'new-codes'>('nothing');
  const close = () => setAsking('nothing');
  return (
    <SettingsSubPage title={texts.onHeadline} explanation={texts.onExplanation}>
      <Rows>
        <Row
          term={texts.app}
          action={<LinkAction onClick={() => setAsking('turn-off')}>{texts.turnOff}</LinkAction>}
        >
          {formatText(texts.appSince, { date: formatDay(since) })}
        </Row>
        <Row
          term={texts.recoveryCodes}
          action={<LinkAction onClick={() => setAsking('new-codes')}>{texts.newCodes}</LinkAction>}
        >
          {formatText(texts.recoveryCodesLeft, { count: codesLeft })}
        </Row>
      </Rows>
      {asking === 'turn-off' && (
        <SecondFactorDialog
          title={texts.offTitle}
          explanation={texts.offTitleExplanation}
          submit={texts.turnOff}
          weight="danger"
          back={texts.keepOn}
          onClose={close}
          onFactor={async (factor) => {
            await call(api.disableTwoFactor, { body: factor });
            notify(texts.turnedOff, { id: 'two-factor' });
            await queryClient.invalidateQueries(twoFactorQuery);
          }}
        />
      )}
      {asking === 'new-codes' && (
        <SecondFactorDialog
          title={texts.newCodesTitle}
          explanation={texts.newCodesExplanation}
          submit={texts.makeCodes}
          back={texts.cancel}
          onClose={close}
          onFactor={async (factor) => {
            const { recoveryCodes } = await call(api.regenerateRecoveryCodes, { body: factor });
            await onCodes(recoveryCodes);
          }}
        />
      )}
    </SettingsSubPage>
  );
}

interface SecondFactorDialogProps {
  readonly title: string;
  readonly explanation: string;
  readonly submit: string;
  readonly weight?: ButtonProps['weight'];
  readonly back: string;
  readonly onClose: () => void;
  /** Resolves after the change; then the parent unmounts the dialog. */
  readonly onFactor: (factor: Factor) => Promise<void>;
}

/** Requires a code before a change. */
function SecondFactorDialog(props: SecondFactorDialogProps) {
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
