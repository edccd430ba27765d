import { helpPath, helpTexts as texts, type HelpTopicId, helpTopics } from '@comet/texts/help';
import { Icon, type IconName } from '@comet/ui';

const icons: Readonly<Record<HelpTopicId, IconName>> = {
  'set-up': 'laptop',
  connect: 'network',
  fix: 'life-buoy',
  payments: 'receipt-text',
  account: 'key-round',
  residential: 'house',
};

const platforms = [
  ['install-debian-ubuntu', 'mark-linux'],
  ['windows', 'mark-windows'],
  ['macos', 'laptop'],
  ['iphone', 'mark-apple'],
  ['android', 'mark-android'],
  ['install-fedora', 'terminal'],
  ['router', 'router'],
  ['tv', 'tv'],
] as const;

/** All pages by topic. */
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

/** The pages about setting up a device, by platform. */
export function HelpPlatforms() {
  return (
    <nav aria-labelledby="platforms" className="rounded-control border border-line bg-warm p-5 sm:p-6">
      <h2 id="platforms" className="m-0 text-body font-semibold">
        {texts.platforms}
      </h2>
      <ul className="m-0 mt-4 grid list-none grid-cols-2 gap-2 p-0 sm:grid-cols-4 lg:grid-cols-2">
        {platforms.map(([slug, icon]) => (
          <li key={slug}>
            <a
              href={helpPath(slug)}
              className="flex h-full min-h-11 items-center gap-2.5 rounded-control border border-line bg-raised px-3 py-2 text-small leading-tight font-semibold text-ink no-underline hover:border-comet hover:text-comet"
            >
              <Icon name={icon} size="medium" />
              {texts.platformNames[slug]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
