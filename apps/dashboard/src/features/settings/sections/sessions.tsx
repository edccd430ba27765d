import { settingsTexts, shellTexts } from '@comet/texts';
import { LinkAction, Row } from '@comet/ui';
import { logOut } from '../../account/index.ts';
import type { SettingsSection } from '../section.tsx';

function ThisBrowserRow() {
  return (
    <Row
      term={settingsTexts.session}
      action={<LinkAction onClick={() => void logOut()}>{shellTexts.logOut}</LinkAction>}
    >
      {settingsTexts.sessionExplanation}
    </Row>
  );
}

export const sessions: SettingsSection = { heading: settingsTexts.sessions, rows: [ThisBrowserRow] };
