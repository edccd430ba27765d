import { formatText } from '@comet/texts';
import { helpPanelTexts as texts, helpPath } from '@comet/texts/help';
import { Icon, SearchField } from '@comet/ui';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { findHelp, helpFor } from './find-help.ts';

/**
 * Pages of the help center: those for the screen, or the results of a search. They open in a new tab, so that
 * no input here is lost.
 */
export function HelpAnswers({ open = false }: { readonly open?: boolean }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [query, setQuery] = useState('');
  const pages = query.trim() === '' ? helpFor(path) : findHelp(query);
  return (
    <details open={open}>
      <summary className="flex min-h-8 cursor-pointer list-none items-center gap-2 font-semibold hover:text-comet [&::-webkit-details-marker]:hidden">
        <Icon name="life-buoy" />
        {texts.headline}
        <span className="ml-auto flex text-quiet">
          <Icon name="chevrons-up-down" />
        </span>
      </summary>
      <div className="flex flex-col gap-2 pt-2">
        <SearchField
          label={texts.search}
          placeholder={texts.search}
          maxLength={100}
          value={query}
          onChange={setQuery}
        />
        <ul className="m-0 list-none p-0">
          {pages.map(({ slug, title, summary }) => (
            <li key={slug} className="border-b border-line">
              <a
                href={helpPath(slug)}
                target="_blank"
                rel="noopener"
                className="group flex flex-col py-2.5 no-underline"
              >
                <span className="font-medium text-ink group-hover:text-comet">{title}</span>
                <span className="text-small text-quiet">{summary}</span>
              </a>
            </li>
          ))}
        </ul>
        <p role="status" className="m-0 text-small text-quiet empty:hidden">
          {pages.length === 0 ? formatText(texts.none, { query: query.trim() }) : ''}
        </p>
        <a
          href="/help/"
          target="_blank"
          rel="noopener"
          className="self-start text-small text-quiet underline hover:text-ink"
        >
          {texts.all}
        </a>
      </div>
    </details>
  );
}
