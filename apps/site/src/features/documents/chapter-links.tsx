import { documentsTexts as texts } from '@comet/texts/site';
import type { Document, Placed } from './documents.ts';

interface Where {
  readonly document: Document;
  readonly chapter: Placed;
}

/** Links to the previous and the next chapter. */
export function ChapterSteps({ document: { chapters }, chapter }: Where) {
  const at = chapters.findIndex(({ slug }) => slug === chapter.slug);
  const [previous, next] = [chapters[at - 1], chapters[at + 1]];
  return (
    <nav
      aria-label={texts.steps}
      className="mt-14 grid max-w-[42rem] gap-x-10 gap-y-6 border-t border-line pt-6 sm:grid-cols-2"
    >
      {previous !== undefined && <Step chapter={previous} name={texts.previous} rel="prev" />}
      {next !== undefined && <Step chapter={next} name={texts.next} rel="next" />}
    </nav>
  );
}

function Step({
  chapter: { path, title },
  name,
  rel,
}: {
  readonly chapter: Placed;
  readonly name: string;
  readonly rel: 'prev' | 'next';
}) {
  return (
    <a
      href={path}
      rel={rel}
      className={`group flex flex-col no-underline ${rel === 'next' ? 'sm:col-start-2 sm:text-right' : ''}`}
    >
      <span className="text-small text-quiet">{name}</span>
      <span className="font-heading text-lead font-semibold text-ink group-hover:text-comet">{title}</span>
    </a>
  );
}

/** All chapters of the document: beside the text on wide screens, otherwise below it. */
export function ChapterContents({ document, chapter }: Where) {
  return (
    <nav aria-label={texts.chapters} className="mt-14 text-small lg:sticky lg:top-24 lg:mt-10 lg:self-start">
      <p className="m-0 font-semibold">{document.title}</p>
      <ol className="m-0 mt-2 list-none border-l border-line p-0">
        {document.chapters.map((each) => (
          <li key={each.slug}>
            <a
              href={each.path}
              aria-current={each.slug === chapter.slug ? 'page' : undefined}
              className="-ml-px flex min-h-9 items-center border-l border-transparent py-1 pl-4 text-quiet no-underline hover:text-comet aria-[current]:border-comet aria-[current]:text-ink"
            >
              {each.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
