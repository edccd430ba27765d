/** A requested product is in stock again. */
export const stockEmails = {
  products: {
    residential_data: 'Native Residential location',
    proxy_traffic: 'Residential proxy location',
    dedicated: 'Dedicated IP',
    dedicated_residential: 'Dedicated Residential IP',
  },
  notes: {
    residential_data: 'It’s online now. Home connections come and go.',
    proxy_traffic: 'It’s online now. Home connections come and go.',
    dedicated: 'It isn’t reserved for you: the first to order gets it.',
    dedicated_residential: 'It isn’t reserved for you: the first to order gets it.',
  },
  inStock: {
    subject: '{product} available: {country}',
    preview: 'You asked us to tell you.',
    heading: '{product} available: {country}',
    paragraphs: ['You asked us to tell you when one is available.', '{note}'],
    action: 'Open the order',
    footnote: 'You asked for this email in your dashboard. We send it once, and your request is now removed.',
  },
} as const;
