import { formatDay, say, twoFactorTexts as texts } from '@comet/texts';
import { LinkAction, Row, Rows, useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../platform/api.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
import { twoFactorQuery } from './two-factor.ts';

interface TwoFactorOnProps {
  readonly since: string;
  readonly codesLeft: number;
  readonly onCodes: (codes: readonly string[]) => Promise<void>;
}

/** What is on, and the two changes to it; each takes a code. */
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
          {say(texts.appSince, { date: formatDay(since) })}
        </Row>
        <Row
          term={texts.recoveryCodes}
          action={<LinkAction onClick={() => setAsking('new-codes')}>{texts.newCodes}</LinkAction>}
        >
          {say(texts.recoveryCodesLeft, { count: codesLeft })}
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
