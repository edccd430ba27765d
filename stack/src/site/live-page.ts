import { api, type ReplyOf } from '@comet/contract';
import { formatText, siteHomeTexts } from '@comet/texts/site';
import * as z from 'zod/mini';
import { type Asset, withText } from '../dashboard/assets.ts';

/** Texts by the `data-live` attribute of their elements. */
type LiveTexts = Readonly<Record<string, string>>;

const MAX_AGE_MS = 15_000;
const MAX_WAIT_MS = 1_000;

/**
 * Returns a function that returns the page with current texts, which are fetched at most every 15 seconds. If
 * that fails, the page is served as built.
 */
export function livePage(built: Asset, fetchTexts: () => Promise<LiveTexts>): () => Promise<Asset> {
  const html = built.plain.toString('utf8');
  let page = built;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - fetchedAt < MAX_AGE_MS) return page;
    fetchedAt = performance.now();
    const texts = await fetchTexts().catch((): LiveTexts => ({}));
    const now = fillLive(html, texts);
    // Compressing takes a tenth of a second, so an unchanged page is cached.
    if (now !== page.plain.toString('utf8')) page = withText(built, now);
    return page;
  };
}

/** Replaces the text of each element whose `data-live` is a key of `texts`. */
export function fillLive(html: string, texts: LiveTexts): string {
  return html.replaceAll(
    /(<(\w+) [^>]*data-live="([\w-]+)"[^>]*>)[^<]*(?=<\/\2>)/g,
    (whole, opening: string, _tag: string, name: string) =>
      texts[name] === undefined ? whole : opening + texts[name],
  );
}

/**
 * Returns the home page's texts about data center locations: how many are available. None before the
 * first server: then the page states the number of locations. Throws if the API does not respond.
 */
export async function fetchLocationTexts(apiUrl: URL): Promise<LiveTexts> {
  const response = await fetch(new URL(api.showStatus.path, apiUrl), {
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  });
  return locationTexts(z.parse(api.showStatus.reply, await response.json()));
}

/** Returns the texts of `fetchLocationTexts` for a status reply; none if no location is in service. */
export function locationTexts({ cities }: Pick<ReplyOf<typeof api.showStatus>, 'cities'>): LiveTexts {
  if (cities.every(({ state }) => state === 'none')) return {};
  const up = cities.filter(({ state }) => state === 'working' || state === 'degraded').length;
  const { proof } = siteHomeTexts;
  return {
    'locations-up': formatText(proof.up, { up, all: cities.length }),
    'locations-meaning': proof.upNow,
  };
}
