import { picture, pictured } from '../../features/pictures/index.ts';

interface Picture {
  readonly params: { readonly path: string };
  readonly props: { readonly text: string };
}

export async function getStaticPaths(): Promise<Picture[]> {
  return (await pictured()).map(({ path, text }) => ({ params: { path }, props: { text } }));
}

export async function GET({ props }: Picture): Promise<Response> {
  return new Response(await picture(props.text), { headers: { 'content-type': 'image/png' } });
}
