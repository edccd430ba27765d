import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** One file of a built site, in memory, with its compressed forms. */
export interface Asset {
  readonly type: string;
  /** True when the name holds a hash of the contents, so that browsers may keep it for good. */
  readonly immutable: boolean;
  readonly plain: Buffer;
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
}

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
 * Reads a built site, by path from its root (`/index.html`). Files whose name begins with a dot stay private. `rewrite` may change the
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
  const compress = COMPRESSIBLE.has(extension) && plain.length > 1_000;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    immutable: /[-.][\w-]{8}\.\w+$/.test(path),
    plain,
    brotli: compress ? await promisify(brotliCompress)(plain, quality) : null,
    gzip: compress ? await promisify(gzip)(plain) : null,
  };
}

/** The smallest form that the browser's Accept-Encoding allows (RFC 9110 §12.5.3; a form refused with q=0 is left out). */
export function chooseForm(asset: Asset, acceptEncoding: string): { body: Buffer; encoding: string | null } {
  const accepted = new Set(
    acceptEncoding.split(',').flatMap((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
    }),
  );
  if (asset.brotli !== null && accepted.has('br')) return { body: asset.brotli, encoding: 'br' };
  if (asset.gzip !== null && accepted.has('gzip')) return { body: asset.gzip, encoding: 'gzip' };
  return { body: asset.plain, encoding: null };
}
