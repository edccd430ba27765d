/** What stands around the articles. */
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
