import { siteHomeTexts } from '@comet/texts/site';
import { Icon, type IconName } from '@comet/ui';
import { isAppPublished } from '../download/index.ts';
import { cardClasses, PageSection } from '../frame/index.ts';

const { headline, explanation, linuxConfig, ...named } = siteHomeTexts.platforms;
const platforms = isAppPublished ? named : { ...named, linux: linuxConfig };

const icons: Readonly<Record<keyof typeof platforms, IconName>> = {
  linux: 'mark-ubuntu',
  windows: 'mark-windows',
  macos: 'laptop',
  ios: 'mark-apple',
  android: 'mark-android',
  router: 'router',
};

/** A card for each platform. Its key is also the ID of its card on the download page. */
export function Platforms() {
  return (
    <PageSection heading={headline} explanation={explanation}>
      <ul className="m-0 grid list-none grid-cols-2 gap-3 p-0 sm:gap-4 md:grid-cols-3 lg:grid-cols-6">
        {(Object.keys(icons) as (keyof typeof icons)[]).map((key) => (
          <li key={key}>
            <a
              href={`/download/#${key}`}
              className={`${cardClasses} flex h-full flex-col gap-4 p-5 no-underline hover:border-ink`}
            >
              <span className="flex text-ink">
                <Icon name={icons[key]} size="large" />
              </span>
              <span>
                <span className="block leading-tight font-semibold text-ink">{platforms[key].name}</span>
                <span className="mt-1 block text-small text-quiet">{platforms[key].method}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
