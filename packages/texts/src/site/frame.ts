/** The frame of the articles. */
export const blogTexts = {
  title: 'Blog',
  description:
    'How Comet works, written by those who build it: the kill switch, gateways, consent, disguises, keys and tests.',
  headline: 'How it works, in our own words',
  explanation: 'Written by those who build it. No news about ourselves, no lists of ten.',
  minutes: '{minutes} min',
  byline: '{author} · {day} · {minutes} min',
  tagged: 'About {tag}',
  tagDescription: 'Articles of the Comet blog about {tag}.',
  by: 'By {author}',
  authorDescription: 'Articles of the Comet blog by {author}.',
  tagsLabel: 'Tags',
  feed: 'Subscribe by RSS',
  tagFeed: 'Subscribe to {tag} by RSS',
  next: 'Read next',
} as const;

/** The frame of every page of the site. */
export const frameTexts = {
  brand: 'Comet',
  product: 'Comet VPN',
  documentTitle: '{page} · Comet VPN',
  slogan: 'Cross any border. Leave only light.',
  skip: 'Skip to content',
  main: 'Main',
  breadcrumb: 'Breadcrumb',
  home: 'Home',
  menu: 'Menu',
  locations: 'Locations',
  residential: 'Residential',
  security: 'How we prove it',
  blog: 'Blog',
  signIn: 'Sign in',
  seePlans: 'See plans',
  footer: {
    label: 'More pages',
    groups: {
      product: 'Product',
      learn: 'Learn',
      company: 'Company',
    },
    pricing: 'Pricing',
    useCases: 'Use cases',
    dedicated: 'Addresses of your own',
    download: 'Download',
    documents: 'Documents',
    status: 'Status',
    feed: 'Feed of the blog',
    contact: 'Get in touch',
    terms: 'Terms',
    privacy: 'Privacy',
    refunds: 'Refunds',
    imprint: 'Imprint',
    promise: 'No cookies, no analytics, no third-party requests.',
  },
} as const;

export const lostTexts = {
  title: 'Not found',
  description: 'There is no page at this address.',
  headline: 'Nothing at this address',
  explanation: 'The page has moved, or the link was cut short on its way to you.',
  home: 'Go to the first page',
} as const;
