import {
  helpPages,
  helpPath,
  type HelpSlug,
  helpTexts as texts,
  type HelpTopicId,
  helpTopics,
} from '@comet/texts/help';
import { Icon, type IconName } from '@comet/ui';

const icons: Readonly<Record<HelpTopicId, IconName>> = {
  'set-up': 'laptop',
  connect: 'network',
  fix: 'life-buoy',
  payments: 'receipt-text',
  account: 'key-round',
  residential: 'house',
};

const popular: readonly HelpSlug[] = [
  'install-debian-ubuntu',
  'iphone',
  'windows',
  'cancel',
  'refund',
  'slow',
];

/** Every page by topic. */
export function HelpTopics() {
  return (
    <div className="mt-12 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
      {helpTopics.map(({ id, name, pages }) => (
        <section
          key={id}
          aria-labelledby={id}
          className="flex flex-col gap-3 rounded-control border border-line bg-raised p-6"
        >
          <span className="grid size-10 place-items-center rounded-control bg-warm text-comet">
            <Icon name={icons[id]} size="medium" />
          </span>
          <h2 id={id} className="m-0 text-lead">
            {name}
          </h2>
          <ul className="m-0 -mb-2 flex list-none flex-col p-0">
            {pages.map(({ slug, title }) => (
              <li key={slug}>
                <a
                  href={helpPath(slug)}
                  className="inline-flex min-h-9 items-center text-ink no-underline hover:text-comet hover:underline"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Pages that are often read. */
export function PopularHelp() {
  const pages = popular.flatMap((slug) => helpPages.filter((page) => page.slug === slug));
  return (
    <nav aria-label={texts.popular}>
      <ul className="m-0 flex list-none flex-wrap gap-2 p-0">
        {pages.map(({ slug, title }) => (
          <li key={slug}>
            <a
              href={helpPath(slug)}
              className="inline-flex min-h-9 items-center rounded-full border border-edge px-4 text-small text-ink no-underline hover:border-comet"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
