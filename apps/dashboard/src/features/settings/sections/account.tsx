import { changeEmailTexts, formatDay, settingsTexts } from '@comet/texts';
import { linkActionClasses, Row } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ResendVerification, userQuery } from '../../account/index.ts';
import { PendingChange } from '../../change-email/index.ts';
import type { SettingsSection } from '../section.tsx';

function EmailRow() {
  const { email, emailVerified } = useSuspenseQuery(userQuery).data;
  return (
    <Row
      term={settingsTexts.email}
      action={
        <Link to="/dash/settings/change-email/" className={linkActionClasses}>
          {changeEmailTexts.title}
        </Link>
      }
    >
      {email}
      <span className={`block text-small ${emailVerified ? 'text-quiet' : 'text-warn'}`}>
        {emailVerified ? settingsTexts.emailConfirmed : settingsTexts.emailUnconfirmed}
      </span>
      {!emailVerified && <ResendVerification email={email} />}
      <PendingChange />
    </Row>
  );
}

function SinceRow() {
  const { createdAt } = useSuspenseQuery(userQuery).data;
  return <Row term={settingsTexts.since}>{formatDay(createdAt)}</Row>;
}

export const account: SettingsSection = { heading: settingsTexts.account, rows: [EmailRow, SinceRow] };
