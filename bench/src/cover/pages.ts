import { createHash } from 'node:crypto';

/** A file of a page: HTML, CSS, script, font, data or image. */
export interface Resource {
  /** Path of its URL. Those that begin with `/cdn/` are at the second origin. */
  readonly path: string;
  readonly bytes: number;
  /** Paths of the files that it refers to, in order. */
  readonly references: readonly string[];
}

/** A page: its HTML first. */
export type Page = readonly Resource[];

/** Ports of the two origins of the lab's internet host. */
export const originPorts = { site: 8080, cdn: 8081 } as const;

/** Returns a number from 0 to below 1 that depends only on seed and key. */
function draw(seed: number, key: string): number {
  return createHash('sha256').update(`${seed} ${key}`).digest().readUInt32BE() / 2 ** 32;
}

/** The kinds of files of a page: the most of each, and their sizes in bytes. */
const kinds = {
  style: { most: 4, bytes: [2_000, 30_000], extension: 'css' },
  script: { most: 7, bytes: [4_000, 60_000], extension: 'js' },
  image: { most: 24, bytes: [1_000, 40_000], extension: 'jpg' },
  font: { most: 2, bytes: [12_000, 28_000], extension: 'woff2' },
  data: { most: 5, bytes: [500, 12_000], extension: 'json' },
} as const;
type Kind = keyof typeof kinds;
const html = [6_000, 60_000] as const;

/**
 * Returns pages that differ in the numbers, sizes and order of their files. The HTML refers to styles, scripts and images, in an order of
 * its own; a style to fonts; scripts to data and to further images, which the browser therefore requests later. The same seed gives the
 * same pages.
 */
export function pageSet(seed: number, count: number): readonly Page[] {
  return Array.from({ length: count }, (_, index) => pageOf(seed, index));
}

function pageOf(seed: number, index: number): Page {
  const random = (key: string) => draw(seed, `${index} ${key}`);
  const files = (kind: Kind): string[] =>
    Array.from({ length: Math.round(random(kind) * kinds[kind].most) }, (_, number) => {
      const name = `${kind}-${number}.${kinds[kind].extension}`;
      return `${random(`${name} origin`) < 0.4 ? '/cdn' : ''}/${index}/${name}`;
    });
  const sizeOf = (path: string, [least, most]: readonly [number, number]): number =>
    // Most files are small, a few large.
    Math.round(least + (most - least) * random(`${path} bytes`) ** 2);
  const [styles, scripts, images, fonts, data] = (['style', 'script', 'image', 'font', 'data'] as const).map(
    files,
  ) as [string[], string[], string[], string[], string[]];
  const late = scripts.length === 0 ? [] : images.filter((path) => random(`${path} late`) < 0.3);
  const early = images.filter((path) => !late.includes(path));
  const shared = (paths: readonly string[], among: readonly string[], path: string): string[] =>
    paths.filter((one) => among[Math.floor(random(`${one} in`) * among.length)] === path);
  const inOrder = [...styles, ...scripts, ...early].toSorted(
    (one, other) => random(`${one} order`) - random(`${other} order`),
  );
  const file = (kind: Kind, path: string, references: readonly string[] = []): Resource => ({
    path,
    bytes: sizeOf(path, kinds[kind].bytes),
    references,
  });
  return [
    { path: `/${index}/`, bytes: sizeOf('html', html), references: inOrder },
    ...styles.map((path) => file('style', path, shared(fonts, styles, path))),
    ...scripts.map((path) =>
      file('script', path, [...shared(data, scripts, path), ...shared(late, scripts, path)]),
    ),
    ...images.map((path) => file('image', path)),
    ...(styles.length === 0 ? [] : fonts.map((path) => file('font', path))),
    ...(scripts.length === 0 ? [] : data.map((path) => file('data', path))),
  ];
}

/** Returns the body of a file: its references between other characters, evenly. */
export function bodyOf({ bytes, references }: Resource): Buffer {
  const body = Buffer.alloc(bytes, '.');
  references.forEach((path, index) =>
    body.write(`"${path}"`, Math.floor((index * bytes) / references.length), 'latin1'),
  );
  return body;
}

/** Returns the paths that a body, or a part of it, refers to. */
export function referencesIn(body: string): readonly string[] {
  return [...body.matchAll(/"(\/[^"]+)"/g)].map(([, path = '']) => path);
}

/**
 * Returns the pages of all visits: each page once in each round, in a random order that the seed determines, so that the page cannot be
 * recognised by the time of the visit.
 */
export function visitOrder(seed: number, pages: number, rounds: number): readonly number[] {
  return Array.from({ length: rounds }, (_, round) =>
    Array.from({ length: pages }, (_value, page) => page).toSorted(
      (one, other) => draw(seed, `visit ${round} ${one}`) - draw(seed, `visit ${round} ${other}`),
    ),
  ).flat();
}
