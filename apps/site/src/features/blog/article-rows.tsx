import { formatList } from '@comet/texts';
import { LOCALE, blogTexts as texts, formatText } from '@comet/texts/site';
import { type Article, tagPath } from './articles.ts';

/** Formats a calendar day, regardless of the time zone of the build. */
const published = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const wordsOf = ({ authors, day, minutes }: Article): string =>
  formatText(texts.byline, {
    author: formatList(authors.map(({ name }) => name)),
    day: published.format(day),
    minutes,
  });

/** A list of articles. `level` is the heading level of each title. */
export function ArticleRows({
  articles,
  level: Heading,
}: {
  readonly articles: readonly Article[];
  readonly level: 'h2' | 'h3';
}) {
  return (
    <ul className="m-0 list-none border-t border-line p-0">
      {articles.map((article) => (
        <li key={article.path} className="border-b border-line">
          <a
            href={article.path}
            className="group grid gap-x-10 gap-y-1 py-6 no-underline md:grid-cols-[2fr_3fr]"
          >
            <Heading className="m-0 text-lead text-ink group-hover:text-comet">{article.title}</Heading>
            <div>
              <p className="m-0 text-quiet">{article.description}</p>
              <p className="m-0 mt-1 text-small text-quiet">{wordsOf(article)}</p>
            </div>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Links to the pages of these tags. */
export function TagLinks({ tags }: { readonly tags: readonly string[] }) {
  return (
    <nav aria-label={texts.tagsLabel}>
      <ul className="m-0 flex list-none flex-wrap gap-2 p-0">
        {tags.map((tag) => (
          <li key={tag}>
            <a
              href={tagPath(tag)}
              className="inline-flex min-h-9 items-center rounded-full border border-edge px-4 text-small text-ink no-underline hover:border-comet"
            >
              {tag.charAt(0).toUpperCase() + tag.slice(1)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The top of an article: title, description, authors and date. */
export function ArticleHead({ article }: { readonly article: Article }) {
  return (
    <header className="flex max-w-[48rem] flex-col gap-5 pt-10 sm:pt-16">
      <h1 className="m-0 text-[2.5rem] leading-[1.06] tracking-[-0.02em] sm:text-[3.5rem]">
        {article.title}
      </h1>
      <p className="m-0 text-lead text-quiet">{article.description}</p>
      <p className="m-0 text-small text-quiet">
        {article.authors.map(({ path, name }, position) => (
          <span key={path}>
            {position > 0 && ', '}
            <a href={path} className="text-ink underline underline-offset-4">
              {name}
            </a>
          </span>
        ))}
        {` · ${published.format(article.day)} · ${formatText(texts.minutes, { minutes: article.minutes })}`}
      </p>
    </header>
  );
}
