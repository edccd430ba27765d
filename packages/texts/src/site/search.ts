/** Search over the site's pages. */
export const searchTexts = {
  label: 'Search',
  placeholder: 'Search help, articles and locations',
  kinds: {
    page: 'Page',
    help: 'Help',
    article: 'Article',
    location: 'Location',
    document: 'Document',
    legal: 'Legal',
  },
  results: { one: '1 result', other: '{count} results' },
  none: 'Nothing matches “{query}”. Try fewer or different words.',
  failed: 'Search didn’t load. Check your connection and try again.',
} as const;
