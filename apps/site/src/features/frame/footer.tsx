import { helpTexts } from '@comet/texts/help';
import { frameTexts } from '@comet/texts/site';
import { Logo } from '@comet/ui';
import { addresses } from '../../platform/addresses.ts';

const { footer } = frameTexts;

const groups = [
  {
    name: footer.groups.product,
    links: [
      ['/pricing/', footer.pricing],
      ['/locations/', frameTexts.locations],
      ['/use-cases/', footer.useCases],
      ['/residential/', frameTexts.residential],
      ['/dedicated/', footer.dedicated],
      ['/download/', footer.download],
    ],
  },
  {
    name: footer.groups.learn,
    links: [
      ['/help/', helpTexts.title],
      ['/security/', frameTexts.security],
      ...(addresses.sources === null ? [] : [[addresses.sources, footer.sources] as const]),
      ['/blog/', frameTexts.blog],
      ['/rss.xml', footer.feed],
      ['/status/', footer.status],
    ],
  },
  {
    name: footer.groups.company,
    links: [
      ['/get-in-touch/', footer.contact],
      ['/terms/', footer.terms],
      ['/privacy/', footer.privacy],
      ['/refunds/', footer.refunds],
      ['/imprint/', footer.imprint],
    ],
  },
] as const;

/** Links to every page that is not in the header, and the statement about cookies and tracking. */
export function Footer() {
  return (
    <footer className="mx-auto mt-24 w-full max-w-[80rem] px-4 pb-12 sm:px-16">
      <div className="grid grid-cols-2 gap-x-6 gap-y-10 border-t border-line pt-10 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 flex max-w-80 flex-col gap-3 sm:col-span-1">
          <Logo name={frameTexts.brand} />
          <p className="m-0 text-small text-quiet">{footer.promise}</p>
        </div>
        {groups.map(({ name, links }) => (
          <nav key={name} aria-label={name}>
            <h2 className="m-0 text-body">{name}</h2>
            <ul className="m-0 mt-2 list-none p-0">
              {links.map(([href, label]) => (
                <li key={href}>
                  <a
                    href={href}
                    className="inline-flex min-h-8 items-center text-quiet no-underline hover:text-ink hover:underline"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
