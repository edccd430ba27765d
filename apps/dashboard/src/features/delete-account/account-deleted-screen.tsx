import { accountDeletedTexts as texts, formatDay, formatText } from '@comet/texts';
import { buttonClasses, Headline, Row, Rows } from '@comet/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { ConfirmLayout, useDocumentTitle } from '../shell/index.ts';

/** Describes the deletion, and until when it can be undone. */
export default function AccountDeletedScreen() {
  useDocumentTitle(texts.screen);
  const { until, by } = useSearch({ from: '/data/account-deleted' });
  return (
    <ConfirmLayout>
      <div className="flex flex-col items-start gap-8">
        <Headline explanation={texts.explanation}>{texts.headline}</Headline>
        <div className="w-full">
          <Rows>
            <Row term={texts.undo}>
              {isInstant(until) ? formatText(texts.undoUntil, { date: formatDay(until) }) : texts.undoSoon}
            </Row>
            <Row term={texts.removal}>
              {isInstant(by) ? formatText(texts.removalBy, { date: formatDay(by) }) : texts.removalSoon}
            </Row>
            <Row term={texts.address}>{texts.addressFree}</Row>
          </Rows>
        </div>
        <Link to="/register" className={buttonClasses('secondary')}>
          {texts.createAccount}
        </Link>
      </div>
    </ConfirmLayout>
  );
}

/** The URL can be edited: an invalid time is left out. */
function isInstant(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
}
