import { notFoundTexts as texts } from '@comet/texts/site';
import { LinkList, PageHead } from '../frame/index.ts';
import { SearchBox } from '../search/index.ts';

const links = [
  ['/', texts.links.home],
  ['/download/', texts.links.download],
  ['/pricing/', texts.links.pricing],
  ['/locations/', texts.links.locations],
  ['/status/', texts.links.status],
  ['/get-in-touch/', texts.links.contact],
] as const;

/** The page for an unknown path: a search that starts with the words of the path, and links. */
export function NotFoundPage() {
  return (
    <>
      <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
      <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[3fr_2fr]">
        <SearchBox byAddress />
        <LinkList label={texts.linksLabel} links={links} />
      </div>
    </>
  );
}
