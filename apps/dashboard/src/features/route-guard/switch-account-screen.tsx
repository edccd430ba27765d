import { formatText, switchAccountTexts as texts } from '@comet/texts';
import { Button, Headline } from '@comet/ui';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmLayout, OutcomeMessage, useDocumentTitle } from '../shell/index.ts';
import { choose, accountChoice } from './account-choice.ts';

/** Shown when a link of another account was opened in a signed-in browser. */
export default function SwitchAccountScreen() {
  useDocumentTitle(texts.screen);
  // The choice at the time of the first rendering: making it clears it and leaves the page.
  const [choice] = useState(accountChoice);
  const [busy, setBusy] = useState<'present' | 'offered' | null>(null);
  if (choice === null) return <Navigate to="/dash/home/" />;
  const { present, offered } = choice;
  const take = (chosen: 'present' | 'offered') => {
    setBusy(chosen);
    void choose(chosen);
  };
  return (
    <ConfirmLayout>
      <OutcomeMessage>
        <Headline explanation={formatText(texts.explanation, { present, offered })}>
          {texts.headline}
        </Headline>
        <div className="flex flex-wrap gap-3">
          <Button busy={busy === 'offered'} disabled={busy === 'present'} onClick={() => take('offered')}>
            {texts.switch}
          </Button>
          <Button
            weight="secondary"
            busy={busy === 'present'}
            disabled={busy === 'offered'}
            onClick={() => take('present')}
          >
            {texts.stay}
          </Button>
        </div>
      </OutcomeMessage>
    </ConfirmLayout>
  );
}
