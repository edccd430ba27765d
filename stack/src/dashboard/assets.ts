import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { HASHED_FILE } from '@comet/foundation/web-pages';

/** One file of a built site, in memory. */
export interface Asset {
  readonly type: string;
  /** True if the name contains a hash of the contents, so that browsers may cache the file without revalidation. */
  readonly immutable: boolean;
  readonly plain: Buffer;
  /**
   * Compressed forms, each created at its first request: compressing all at startup takes seconds. Null if compression does not make it
   * smaller.
   */
  readonly compressed: { br(): Promise<Buffer>; gzip(): Promise<Buffer> } | null;
}

const hashedFile = new RegExp(HASHED_FILE);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.sha256': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.deb': 'application/vnd.debian.binary-package',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const REWRITABLE = new Set(['.html', '.xml', '.txt']);
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt', '.xml']);

/**
 * Reads a built site, by path from its root (`/index.html`). Files whose name begins with a dot are not served. `rewrite` may change the
 * pages, feeds and lists of addresses before they are compressed.
 */
export async function readAssets(
  folder: string,
  rewrite: (text: string) => string = (text) => text,
): Promise<ReadonlyMap<string, Asset>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return new Map(
    await Promise.all(
      files.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return [`/${relative(folder, path)}`, await readAsset(path, rewrite)] as const;
      }),
    ),
  );
}

async function readAsset(path: string, rewrite: (text: string) => string): Promise<Asset> {
  const extension = extname(path);
  const read = await readFile(path);
  const plain = REWRITABLE.has(extension) ? Buffer.from(rewrite(read.toString('utf8'))) : read;
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    immutable: hashedFile.test(path),
    plain,
    compressed:
      COMPRESSIBLE.has(extension) && plain.length > 1_000 ? compressedForms(plain, extension) : null,
  };
}

/** Returns a page with another text. */
export const withText = (page: Asset, text: string): Asset => {
  const plain = Buffer.from(text);
  return { ...page, plain, compressed: compressedForms(plain, '.html') };
};

/** Maximum compression for pages only: the first round trip carries about 14 kB. For scripts, ten times larger, it takes seconds. */
function compressedForms(plain: Buffer, extension: string): NonNullable<Asset['compressed']> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: extension === '.html' ? 11 : 9 } };
  let br: Promise<Buffer> | null = null;
  let zipped: Promise<Buffer> | null = null;
  return {
    br: () => (br ??= promisify(brotliCompress)(plain, quality)),
    gzip: () => (zipped ??= promisify(gzip)(plain)),
  };
}

/** Returns the smallest form that Accept-Encoding allows (RFC 9110 §12.5.3; q=0 excludes a form). */
export async function chooseForm(
  { plain, compressed }: Asset,
  acceptEncoding: string,
): Promise<{ body: Buffer; encoding: 'br' | 'gzip' | null }> {
  const accepted = new Set(
    acceptEncoding.split(',').flatMap((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
    }),
  );
  const encoding = (['br', 'gzip'] as const).find((form) => accepted.has(form));
  if (compressed === null || encoding === undefined) return { body: plain, encoding: null };
  return { body: await compressed[encoding](), encoding };
}
