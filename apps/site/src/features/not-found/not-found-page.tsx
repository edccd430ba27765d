import { lostTexts as texts } from '@comet/texts/site';
import { PageHead } from '../frame/index.ts';
import { SearchBox } from '../search/index.ts';

const links = [
  ['/', texts.links.home],
  ['/download/', texts.links.download],
  ['/pricing/', texts.links.pricing],
  ['/locations/', texts.links.locations],
  ['/status/', texts.links.status],
  ['/get-in-touch/', texts.links.contact],
] as const;

/** The page for a missing address: a search that begins with the words of the address, and links. */
export function LostPage() {
  return (
    <>
      <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
      <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[3fr_2fr]">
        <SearchBox byAddress />
        <nav aria-label={texts.linksLabel}>
          <ul className="m-0 list-none overflow-hidden rounded-control border border-line bg-raised p-0">
            {links.map(([href, [name, explanation]]) => (
              <li key={href} className="border-b border-line last:border-b-0">
                <a href={href} className="group flex flex-col px-5 py-3.5 no-underline">
                  <span className="font-semibold text-ink group-hover:text-comet">{name}</span>
                  <span className="text-small text-quiet">{explanation}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  );
}
