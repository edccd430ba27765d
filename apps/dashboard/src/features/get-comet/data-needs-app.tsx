import { residentialDataTexts as texts } from '@comet/texts';
import { Banner, linkActionClasses } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { isAppPublished } from './published.ts';

/** Warns that residential data needs the app, where the operator publishes none. */
export function DataNeedsApp() {
  if (isAppPublished()) return null;
  return (
    <Banner
      tone="warn"
      title={texts.appRequiredHeadline}
      action={
        <Link to="/dash/residential-proxy/" className={linkActionClasses}>
          {texts.seeProxy}
        </Link>
      }
    >
      {texts.appNotYet}
    </Banner>
  );
}
