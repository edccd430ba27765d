import { packagesOf, sumsOf } from '../../features/download/index.ts';

/** Checksums of the packages, for `sha256sum --check`. */
export async function GET(): Promise<Response> {
  return new Response(sumsOf(await packagesOf(process.env['PACKAGES_DIR'])));
}
