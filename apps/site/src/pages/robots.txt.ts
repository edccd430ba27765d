import { absolute } from '../features/frame/structured-data.ts';

export function GET(): Response {
  return new Response(
    `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${absolute('/sitemap-index.xml')}\n`,
  );
}
