import { helpPages, helpPath, helpTexts as texts } from '@comet/texts/help';
import type { HelpArticle } from './help-articles.ts';
import { isAppPublished } from '../download/index.ts';
import { AppNote, needsApp } from './app-note.tsx';
import { ContactSupport } from './contact-support.tsx';

/** A task: prerequisites, steps, the expected result, and what to do otherwise. */
export function HelpArticlePage({ article }: { readonly article: HelpArticle }) {
  const { title, summary, sections } = article;
  const [needs, steps, result, failures] = sections.headings;
  const related = helpPages.filter(({ slug }) => article.related.includes(slug));
  return (
    <>
      <header className="flex max-w-[48rem] flex-col gap-4 pt-8 sm:pt-12">
        <h1 className="m-0 text-[2.25rem] leading-[1.08] tracking-[-0.02em] sm:text-[3rem]">{title}</h1>
        <p className="m-0 text-lead text-quiet">{summary}</p>
      </header>
      {!isAppPublished && needsApp(article) && <AppNote slug={article.slug} />}
      <div className="mt-8 grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
        <aside className="flex flex-col gap-8 lg:order-last">
          <ArticleSection
            heading={needs}
            html={sections.needs}
            className="rounded-control bg-warm p-6 [&_a]:text-ink"
          />
          <nav aria-label={texts.related} className="hidden lg:block">
            <Related pages={related} />
          </nav>
        </aside>
        <article className="min-w-0">
          <ArticleSection heading={steps} html={sections.steps} className="help-steps" />
          <ArticleSection
            heading={result}
            html={sections.result}
            className="mt-10 border-l-3 border-safe pl-5 [&>h2]:text-safe"
          />
          <ArticleSection heading={failures} html={sections.failures} className="mt-10" />
        </article>
        <nav aria-label={texts.related} className="lg:hidden">
          <Related pages={related} />
        </nav>
      </div>
      <div className="mt-14">
        <ContactSupport />
      </div>
    </>
  );
}

interface ArticleSectionProps {
  readonly heading: string;
  readonly html: string;
  readonly className: string;
}

function ArticleSection({ heading, html, className }: ArticleSectionProps) {
  return (
    <section className={className}>
      <h2 className="m-0 text-lead">{heading}</h2>
      {/* Our own Markdown, rendered at build time. */}
      <div className="prose mt-4" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}

function Related({ pages }: { readonly pages: typeof helpPages }) {
  return (
    <>
      <h2 className="m-0 text-lead">{texts.related}</h2>
      <ul className="m-0 mt-3 list-none border-t border-line p-0">
        {pages.map(({ slug, title, summary }) => (
          <li key={slug} className="border-b border-line">
            <a href={helpPath(slug)} className="group flex flex-col py-3 no-underline">
              <span className="font-semibold text-ink group-hover:text-comet">{title}</span>
              <span className="text-small text-quiet">{summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
