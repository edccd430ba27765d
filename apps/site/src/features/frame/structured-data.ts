import { frameTexts } from '@comet/texts/site';
import { addresses } from '../../platform/addresses.ts';

/** An object of schema.org. */
export type JsonLd = Readonly<Record<string, unknown>>;

const context = 'https://schema.org';

/** Returns the URL of a path of the site; `path` begins with a slash. */
export const absolute = (path: string): string => `${addresses.site}${path}`;

export const organization: JsonLd = {
  '@context': context,
  '@type': 'Organization',
  name: frameTexts.product,
  url: absolute('/'),
  logo: absolute('/comet.svg'),
};

/** The breadcrumbs of a page, from the homepage. */
export function breadcrumbs(trail: readonly (readonly [name: string, path: string])[]): JsonLd {
  const steps = [[frameTexts.home, '/'] as const, ...trail];
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(path),
    })),
  };
}

interface Priced {
  readonly months: number;
  readonly price: { readonly amount: number; readonly currency: string };
}

/** The product with an offer for each plan. */
export function product(description: string, plans: readonly Priced[]): JsonLd {
  return {
    '@context': context,
    '@type': 'Product',
    name: frameTexts.product,
    description,
    image: absolute('/og/pricing.png'),
    brand: { '@type': 'Brand', name: frameTexts.brand },
    offers: plans.map(({ months, price }) => ({
      '@type': 'Offer',
      price: (price.amount / 100).toFixed(2),
      priceCurrency: price.currency,
      availability: 'https://schema.org/InStock',
      url: absolute('/pricing/'),
      eligibleDuration: { '@type': 'QuantitativeValue', value: months, unitCode: 'MON' },
    })),
  };
}

interface Written {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly authors: readonly {
    readonly name: string;
    readonly kind: 'person' | 'team';
    readonly path: string;
  }[];
  readonly day: Date;
}

/** Returns an article's structured data (https://schema.org/Article). */
export function article({ title, description, path, authors, day }: Written): JsonLd {
  return {
    '@context': context,
    '@type': 'Article',
    headline: title,
    description,
    url: absolute(path),
    image: absolute(`/og${path.replace(/\/$/, '')}.png`),
    datePublished: day.toISOString(),
    author: authors.map(({ name, kind, path: page }) => ({
      '@type': kind === 'team' ? 'Organization' : 'Person',
      name,
      url: absolute(page),
    })),
    publisher: organization,
  };
}

/** Escapes structured data for a script element: a `<` in a title must not end the element. */
export const jsonLdScript = (thing: JsonLd): string => JSON.stringify(thing).replaceAll('<', '\\u003c');
