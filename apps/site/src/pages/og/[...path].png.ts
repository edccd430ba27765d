import { picture, pictured } from '../../features/pictures/index.ts';

interface Picture {
  readonly params: { readonly path: string };
  readonly props: { readonly words: string };
}

export async function getStaticPaths(): Promise<Picture[]> {
  return (await pictured()).map(({ path, words }) => ({ params: { path }, props: { words } }));
}

export async function GET({ props }: Picture): Promise<Response> {
  return new Response(await picture(props.words), { headers: { 'content-type': 'image/png' } });
}
