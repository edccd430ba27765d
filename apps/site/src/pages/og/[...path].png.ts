import { socialImage, pagesWithSocialImage } from '../../features/social-images/index.ts';

interface Picture {
  readonly params: { readonly path: string };
  readonly props: { readonly text: string };
}

export async function getStaticPaths(): Promise<Picture[]> {
  return (await pagesWithSocialImage()).map(({ path, text }) => ({ params: { path }, props: { text } }));
}

export async function GET({ props }: Picture): Promise<Response> {
  return new Response(await socialImage(props.text), { headers: { 'content-type': 'image/png' } });
}
