import { siteHomeTexts } from '@comet/texts/site';
import { Icon } from '@comet/ui';
import { AppPicture } from '../app-pictures/index.ts';
import { isAppPublished } from '../download/index.ts';
import { actionClasses, NumberedSteps, PageSection } from '../frame/index.ts';

/** The app in two of its states, next to its features. */
export function Product() {
  const texts = siteHomeTexts.app;
  return (
    <section className="mt-20 grid items-center gap-x-16 gap-y-10 lg:grid-cols-2">
      <div>
        <h2 className="m-0 text-[1.75rem] leading-tight sm:text-headline">
          {texts.headline.map((sentence) => (
            <span key={sentence} className="block">
              {sentence}
            </span>
          ))}
        </h2>
        <p className="m-0 mt-4 max-w-[32rem] text-lead text-quiet">{texts.explanation}</p>
        <ul className="m-0 mt-6 flex list-none flex-col gap-3 p-0">
          {texts.points.map((point) => (
            <li key={point} className="flex items-center gap-3">
              <span className="flex text-safe">
                <Icon name="check" />
              </span>
              {point}
            </li>
          ))}
        </ul>
        {!isAppPublished && (
          <p className="m-0 mt-6 text-quiet">
            {texts.notPublished}{' '}
            <a href="/download/" className={actionClasses}>
              {texts.connectNow}
            </a>
          </p>
        )}
      </div>
      <div className="grid justify-center gap-4 rounded-control bg-warm p-6 sm:grid-cols-[repeat(2,minmax(0,17rem))] sm:p-8">
        <AppPicture of="connectedNarrow" label={texts.connected} />
        <div className="max-sm:hidden">
          <AppPicture of="blockedNarrow" label={texts.blocked} />
        </div>
      </div>
    </section>
  );
}

/** The steps to the first connection: with the app next to its list of locations, or with a config. */
export function Steps() {
  const { headline, plan, install, connect, installConfig, turnOn, pictureLabel } = siteHomeTexts.steps;
  return (
    <PageSection heading={headline}>
      {isAppPublished ? (
        <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[2fr_3fr]">
          <NumberedSteps steps={[plan, install, connect]} />
          <AppPicture of="locationsBroad" onPhone="locationsNarrow" label={pictureLabel} />
        </div>
      ) : (
        <NumberedSteps columns steps={[plan, installConfig, turnOn]} />
      )}
    </PageSection>
  );
}
