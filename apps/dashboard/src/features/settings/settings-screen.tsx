import { formatDay, settingsTexts, shellTexts } from '@comet/texts';
import { Headline, LinkAction, Row, Rows, Subhead, ThemeToggle } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { logOut, ResendVerification, userQuery } from '../account/index.ts';
import { useDocumentTitle } from '../shell/index.ts';

const themeLabels = {
  light: settingsTexts.themeLight,
  dark: settingsTexts.themeDark,
  device: settingsTexts.themeDevice,
};

export default function SettingsScreen() {
  useDocumentTitle(settingsTexts.screen);
  const { email, emailVerified, createdAt } = useSuspenseQuery(userQuery).data;
  return (
    <div className="flex flex-col gap-10">
      <Headline>{settingsTexts.headline}</Headline>
      <section className="flex flex-col gap-4">
        <Subhead>{settingsTexts.account}</Subhead>
        <Rows>
          <Row term={settingsTexts.email}>
            {email}
            <span className={`block text-small ${emailVerified ? 'text-quiet' : 'text-warn'}`}>
              {emailVerified ? settingsTexts.emailConfirmed : settingsTexts.emailUnconfirmed}
            </span>
            {!emailVerified && <ResendVerification email={email} />}
          </Row>
          <Row term={settingsTexts.since}>{formatDay(createdAt)}</Row>
          <Row
            term={settingsTexts.session}
            action={<LinkAction onClick={() => void logOut()}>{shellTexts.logOut}</LinkAction>}
          >
            {settingsTexts.sessionExplanation}
          </Row>
        </Rows>
      </section>
      <section className="flex flex-col gap-4">
        <Subhead>{settingsTexts.theme}</Subhead>
        <ThemeToggle legend={settingsTexts.theme} labels={themeLabels} />
      </section>
    </div>
  );
}
