import { legalTexts } from '@comet/texts';

/** Pages of the site. The server of this address leads there. */
const PAGES = {
  '{terms}': { href: '/terms/', name: legalTexts.terms },
  '{privacy}': { href: '/privacy/', name: legalTexts.privacy },
  '{refunds}': { href: '/refunds/', name: legalTexts.refunds },
} as const;

const isPage = (part: string): part is keyof typeof PAGES => Object.hasOwn(PAGES, part);

/** A sentence that names pages of ours, as links. They open beside this one, lest what was typed here be lost. */
export function LegalSentence({ children: sentence }: { readonly children: string }) {
  return sentence.split(/(\{\w+\})/).map((part) =>
    isPage(part) ? (
      <a key={part} href={PAGES[part].href} target="_blank" rel="noopener" className="text-ink underline">
        {PAGES[part].name}
      </a>
    ) : (
      part
    ),
  );
}
