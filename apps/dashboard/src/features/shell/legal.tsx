import { legalTexts } from '@comet/texts';

/** Pages of the site, to which the server of this origin redirects. */
const PAGES = {
  '{terms}': { href: '/terms/', name: legalTexts.terms },
  '{privacy}': { href: '/privacy/', name: legalTexts.privacy },
  '{refunds}': { href: '/refunds/', name: legalTexts.refunds },
} as const;

const isPage = (part: string): part is keyof typeof PAGES => Object.hasOwn(PAGES, part);

/** A sentence with links to legal pages. They open in a new tab, so that no input here is lost. */
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
