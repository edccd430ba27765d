import { readFile } from 'node:fs/promises';
import { proofTexts } from '@comet/texts/site';

/** The sources of the tests that the security page links, for sites without a published repository. */
export function getStaticPaths() {
  const paths = new Set(proofTexts.claims.flatMap(({ tests }): readonly string[] => tests));
  return [...paths].map((path) => ({ params: { path } }));
}

export async function GET({ params }: { readonly params: { readonly path: string } }): Promise<Response> {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return new Response(await readFile(params.path, 'utf8'), { headers });
}
