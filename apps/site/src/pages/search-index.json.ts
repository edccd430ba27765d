import { buildIndex, sitePages } from '../features/search/index.ts';

export async function GET(): Promise<Response> {
  return Response.json(buildIndex(await sitePages()));
}
