import { normalizedWords } from '@comet/foundation';
import { searchText } from '@comet/foundation/text-search';
import { type HelpPage, helpPages, type HelpSlug } from '@comet/texts/help';

const maxResults = 4;

/** Pages for a screen, by the prefix of its path; the first match counts. */
const byScreen: readonly (readonly [path: string, slugs: readonly HelpSlug[]])[] = [
  ['/dash/home', ['connect', 'cancel', 'refund']],
  ['/dash/devices', ['devices', 'sign-in-device', 'install-debian-ubuntu']],
  ['/dash/download', ['windows', 'iphone', 'router']],
  ['/dash/quick-login', ['sign-in-device', 'devices', 'command-line']],
  ['/dash/residential-vpn', ['residential-data', 'website-blocks', 'choose-location']],
  ['/dash/residential-proxy', ['proxy-curl', 'proxy-python', 'proxy-node']],
  ['/dash/dedicated', ['dedicated-ip', 'website-blocks', 'proxy-curl']],
  ['/dash/billing', ['invoice', 'payment-failed', 'refund']],
  ['/dash/delete-account', ['delete-account', 'cancel', 'refund']],
  ['/dash/settings/two-factor', ['two-factor', 'passkeys', 'lost-access']],
  ['/dash/settings', ['two-factor', 'passkeys', 'change-email']],
  ['/dash/change-plan', ['cancel', 'change-plan', 'refund']],
  ['/payment/subscription/upgrade', ['change-plan', 'payment-failed', 'cancel']],
  ['/payment', ['payment-failed', 'crypto', 'refund']],
  ['/login', ['lost-access', 'two-factor', 'passkeys']],
  ['/reset-password', ['lost-access', 'two-factor', 'passkeys']],
];

const elsewhere: readonly HelpSlug[] = ['connect', 'no-connection', 'cancel'];

/** The pages of the help center for a screen, the most relevant first. */
export function helpFor(path: string): readonly HelpPage[] {
  const [, slugs] = byScreen.find(([beginning]) => path.startsWith(beginning)) ?? ['', elsewhere];
  return slugs.flatMap((slug) => helpPages.filter((page) => page.slug === slug));
}

const entries = helpPages.map((page) => ({
  page,
  title: page.title,
  description: page.summary,
  words: normalizedWords(page.words).join(' '),
}));

/** The pages in which every word of a query begins a word, also with one typing error; the best first. */
export function findHelp(query: string): readonly HelpPage[] {
  return searchText(entries, query, { limit: maxResults }).map(({ page }) => page);
}
