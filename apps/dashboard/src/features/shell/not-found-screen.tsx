import { notFoundTexts } from '@comet/texts';
import { BrokenTrail, buttonClasses, Headline } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { useDocumentTitle } from './document-title.ts';

/** The screen for an unknown path, inside the dashboard's layout. */
export default function NotFoundScreen() {
  useDocumentTitle(notFoundTexts.screen);
  return (
    <div className="flex flex-col items-start gap-7">
      <BrokenTrail />
      <Headline explanation={notFoundTexts.explanation}>{notFoundTexts.headline}</Headline>
      <Link to="/" className={buttonClasses('primary')}>
        {notFoundTexts.toHome}
      </Link>
    </div>
  );
}
