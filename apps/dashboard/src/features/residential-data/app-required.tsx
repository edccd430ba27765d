import { residentialDataTexts as texts } from '@comet/texts';
import { buttonClasses, Headline } from '@comet/ui';
import { Link } from '@tanstack/react-router';

/** States that residential data needs the app, which the operator does not publish, and links to the proxy. */
export function AppRequired() {
  return (
    <section className="flex flex-col items-start gap-6">
      <Headline explanation={texts.appRequired}>{texts.appRequiredHeadline}</Headline>
      <Link to="/dash/residential-proxy/" className={buttonClasses('primary')}>
        {texts.seeProxy}
      </Link>
    </section>
  );
}
