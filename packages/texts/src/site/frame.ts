/** The layout of the articles. */
export const blogTexts = {
  title: 'Blog',
  description:
    'How Comet works, from the people who build it: the kill switch, servers, consent, disguises, keys and tests.',
  headline: 'How it works, in our own words',
  explanation: 'Written by the people who build it. No company news, no listicles.',
  minutes: '{minutes} min',
  byline: '{author} · {day} · {minutes} min',
  tagged: 'Articles about {tag}',
  tagDescription: 'Articles about {tag} on the Comet blog.',
  by: 'By {author}',
  authorDescription: 'Articles by {author} on the Comet blog.',
  tagsLabel: 'Tags',
  feed: 'RSS feed',
  tagFeed: 'RSS feed for {tag}',
  next: 'Read next',
} as const;

/** The layout of every page of the site. */
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
    dedicated: 'Dedicated IPs',
    download: 'Download',
    sources: 'Source code',
    status: 'Status',
    feed: 'Blog RSS feed',
    contact: 'Get in touch',
    terms: 'Terms',
    privacy: 'Privacy',
    refunds: 'Refunds',
    imprint: 'Imprint',
    promise: 'No cookies, no analytics, no third-party requests.',
  },
} as const;

export const notFoundTexts = {
  title: 'Not found',
  description: 'This page doesn’t exist, or it has moved.',
  headline: 'Page not found',
  explanation: 'The page has moved, or the link is incomplete. Search for it, or start from one of these.',
  linksLabel: 'Popular pages',
  links: {
    home: ['Home', 'What Comet is and what it costs'],
    download: ['Download', 'The app, and configs for every device'],
    pricing: ['Pricing', 'Plans, add-ons and refunds'],
    locations: ['Locations', 'Where you can connect'],
    status: ['Status', 'What’s up right now, and the last 90 days'],
    contact: ['Get in touch', 'A real person replies by email'],
  },
} as const;
