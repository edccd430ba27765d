import { searchTexts as texts } from '@comet/texts/site';
import type { SearchKind } from './entry.ts';

interface SearchBoxProps {
  /** Restricts the search to pages of these kinds. */
  readonly kinds?: readonly SearchKind[];
  /** Starts with the pages that match all words of the URL's last part, on the page for unknown paths. */
  readonly byAddress?: boolean;
  readonly placeholder?: string;
}

/** A search field for the site's pages, which `startSearch` runs. Hidden without scripts. */
export function SearchBox({ kinds, byAddress = false, placeholder = texts.placeholder }: SearchBoxProps) {
  return (
    <search
      className="block max-w-[40rem] noscript:hidden"
      data-search
      data-search-kinds={kinds?.join(' ')}
      data-search-by-address={byAddress ? '' : undefined}
    >
      <form className="flex gap-3">
        <input
          type="search"
          name="query"
          aria-label={texts.label}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={100}
          className="block min-h-12 w-full min-w-0 rounded-control border border-edge bg-raised px-4 text-body text-ink"
        />
      </form>
      <p role="status" data-search-state className="m-0 mt-3 min-h-6 text-small text-quiet" />
      <ul data-search-results className="m-0 list-none p-0 not-empty:border-t not-empty:border-line" />
      <template data-search-result>
        <li className="border-b border-line">
          <a className="group flex flex-col py-3 no-underline" href="/">
            <span className="text-small text-quiet" data-kind />
            <span
              className="font-semibold text-ink group-hover:text-comet group-hover:underline"
              data-title
            />
            <span className="text-small text-quiet" data-description />
          </a>
        </li>
      </template>
    </search>
  );
}
