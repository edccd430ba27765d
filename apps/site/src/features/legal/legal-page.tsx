import { legalTexts as texts } from '@comet/texts/site';
import { isProduction } from '../../platform/company.ts';
import { PageHead } from '../frame/index.ts';
import type { LegalPage } from './legal-pages.ts';

/**
 * A legal text next to links to the others. A build that is not for production states that its company is a
 * sample.
 */
export function LegalText({
  page,
  pages,
}: {
  readonly page: LegalPage;
  readonly pages: readonly LegalPage[];
}) {
  return (
    <>
      <PageHead>{page.title}</PageHead>
      <div className="mt-10 gap-x-16 lg:grid lg:grid-cols-[minmax(0,42rem)_minmax(0,18rem)] lg:justify-between">
        <div>
          {!isProduction() && (
            <p className="m-0 mb-8 rounded-control border border-line bg-warm px-5 py-4 text-small">
              {texts.sample}
            </p>
          )}
          {/* Our own Markdown, with the operator's values escaped. */}
          <div className="prose phrases" dangerouslySetInnerHTML={{ __html: page.html }} />
        </div>
        <nav aria-label={texts.others} className="mt-14 lg:sticky lg:top-10 lg:mt-0 lg:self-start">
          <ul className="m-0 list-none border-l border-line p-0">
            {pages.map(({ path, title }) => (
              <li key={path}>
                <a
                  href={path}
                  aria-current={path === page.path ? 'page' : undefined}
                  className="-ml-px flex min-h-11 items-center border-l border-transparent pl-4 text-quiet no-underline hover:text-comet aria-[current]:border-comet aria-[current]:font-semibold aria-[current]:text-ink"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  );
}
