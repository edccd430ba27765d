import { accountPages, paymentPages } from './account.ts';
import { connectingPages } from './connecting.ts';
import { fixingPages } from './fixing.ts';
import { residentialPages } from './residential.ts';
import { setUpPages } from './setup.ts';

/** The topics of the help center with their pages, in the order in which they are shown. `apps/site/content/help` has each page's text. */
export const helpTopics = [
  { id: 'set-up', name: 'Set up a device', pages: setUpPages },
  { id: 'connect', name: 'Connect', pages: connectingPages },
  { id: 'fix', name: 'Fix a problem', pages: fixingPages },
  { id: 'payments', name: 'Plan and payments', pages: paymentPages },
  { id: 'account', name: 'Account and security', pages: accountPages },
  { id: 'residential', name: 'Residential and dedicated IPs', pages: residentialPages },
] as const;

type Topic = (typeof helpTopics)[number];
export type HelpTopicId = Topic['id'];
export type HelpSlug = Topic['pages'][number]['slug'];

/** A page of the help center, without its text. */
export interface HelpPage {
  readonly slug: HelpSlug;
  readonly title: string;
  readonly summary: string;
  /** Additional words by which the search finds it. */
  readonly words: string;
  readonly related: readonly HelpSlug[];
}

/** Every page, in the order of the topics. */
export const helpPages: readonly HelpPage[] = helpTopics.flatMap(({ pages }): readonly HelpPage[] => pages);

/** The path of a page on the site; the dashboard's server redirects it there. */
export const helpPath = (slug: HelpSlug): string => `/help/${slug}/`;

/** The help center of the site, and links to it from elsewhere. */
export const helpTexts = {
  title: 'Help',
  description:
    'Set up a device, connect, change or cancel a plan, use residential IPs, and fix what doesn’t work.',
  headline: 'How can we help?',
  explanation: 'Short pages, one task each. Or ask a person: we reply by email.',
  search: 'Search help: refund, router, slow …',
  platforms: 'Set up your device',
  platformNames: {
    'install-debian-ubuntu': 'Debian, Ubuntu',
    'install-fedora': 'Fedora',
    windows: 'Windows',
    macos: 'Mac',
    iphone: 'iPhone, iPad',
    android: 'Android',
    router: 'Router',
    tv: 'TV',
  },
  /** On a task that needs the app, while no package of it is published. */
  appNotYet: {
    headline: 'The Comet app isn’t available to download yet',
    explanation: 'You need it for this. Configs connect any device today.',
    action: 'Connect with a config',
  },
  related: 'Related',
  stuck: 'Still stuck?',
  stuckExplanation: 'A real person reads your message and replies by email.',
  contact: 'Contact us',
  status: 'Is it us? See the status page',
} as const;

/** Help in the dashboard's support window. */
export const helpPanelTexts = {
  headline: 'Quick answers',
  search: 'Search help',
  none: 'No page matches “{query}”. Ask us below.',
  all: 'All help pages',
} as const;
