import type { Placed } from './documents.ts';

/**
 * The chapters of a document, each with its first sentence. An anchor of the whole document leads to its
 * chapter here.
 */
export function ChapterList({ chapters }: { readonly chapters: readonly Placed[] }) {
  return (
    <ol className="m-0 list-none border-t border-line p-0">
      {chapters.map(({ slug, path, title, firstSentence, marks }) => (
        <li key={slug} id={slug} className="border-b border-line target:[&_h2]:text-comet">
          {marks.map((mark) => (
            <span key={mark} id={mark} />
          ))}
          <a href={path} className="group grid gap-x-10 gap-y-1 py-6 no-underline md:grid-cols-[2fr_3fr]">
            <h2 className="m-0 text-lead text-ink group-hover:text-comet">{title}</h2>
            <p className="m-0 wrap-anywhere text-quiet">{firstSentence}</p>
          </a>
        </li>
      ))}
    </ol>
  );
}
