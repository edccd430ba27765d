/** One file, or link, of a package, as a line of its table says it: `NEED MODE PATH SOURCE`. */
export interface PackagedFile {
  /** Where it lies once installed. */
  readonly path: string;
  /** Permission bits; null for a link. */
  readonly mode: number | null;
  /** A path in the repository, `built:NAME` of what is made elsewhere, or for a link the path that it leads to. */
  readonly source: string;
  readonly need: Need;
}

/** Whether a file belongs into the package: always, where it has been built, or as another one does. */
type Need =
  | { readonly kind: 'always' }
  /** A part that wants a compiler: a package without it is made only for who allows that. */
  | { readonly kind: 'if-built' }
  /** What the builder may name, or not. */
  | { readonly kind: 'if-given' }
  | { readonly kind: 'with' | 'without'; readonly path: string };

/** Root's folders that a package of ours may put files into. */
const ROOMS = ['/usr/bin/', '/usr/sbin/', '/usr/lib/', '/usr/share/', '/etc/comet/'];
const MODES = ['0644', '0755'];

/**
 * Reads a table of files. Empty lines and those with # are nobody's. Throws, with the line's number, on anything that is not exactly
 * of the form: a mode beyond 0644 and 0755, a place that no package of ours has, or a reference to a line that is not above.
 */
export function readFileTable(text: string): readonly PackagedFile[] {
  const files: PackagedFile[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const refuse = (why: string): never => {
      throw new Error(`line ${index + 1}: ${why}`);
    };
    const [need = '', mode = '', path = '', source = '', ...more] = line.split(/ +/);
    if (source === '' || more.length > 0) refuse('not NEED MODE PATH SOURCE');
    if (!isPlain(path) || !ROOMS.some((room) => path.startsWith(room))) refuse(`no place of ours: ${path}`);
    if (mode === 'link' ? !isPlain(source) : !/^(?:built:)?[a-z][A-Za-z0-9_./-]*$/.test(source))
      refuse(`no source: ${source}`);
    if (source.includes('..') || path.includes('..')) refuse('a way upwards');
    if (mode !== 'link' && !MODES.includes(mode)) refuse(`no mode: ${mode}`);
    const read = readNeed(need) ?? refuse(`no need: ${need}`);
    if ('path' in read && !files.some((file) => file.path === read.path))
      refuse(`${read.path} is not named above`);
    files.push({ path, mode: mode === 'link' ? null : Number.parseInt(mode, 8), source, need: read });
  }
  return files;
}

/** What goes into the package. `isThere` tells whether a source exists. Throws where one that is needed does not, or where two are for the same place. */
export function chooseFiles(
  table: readonly PackagedFile[],
  isThere: (source: string) => boolean,
): readonly PackagedFile[] {
  const chosen: PackagedFile[] = [];
  const has = (path: string): boolean => chosen.some((file) => file.path === path);
  for (const file of table) {
    const there = file.mode === null || isThere(file.source);
    const { need } = file;
    if (need.kind === 'with' && !has(need.path)) continue;
    if (need.kind === 'without' && has(need.path)) continue;
    if ((need.kind === 'if-built' || need.kind === 'if-given') && !there) continue;
    if (!there) throw new Error(`${file.source} is missing, which is to be ${file.path}`);
    if (has(file.path)) throw new Error(`two files are to be ${file.path}`);
    chosen.push(file);
  }
  return chosen;
}

function readNeed(text: string): Need | null {
  if (text === 'always' || text === 'if-built' || text === 'if-given') return { kind: text };
  const [, kind, path] = /^(with|without):(\/.+)$/.exec(text) ?? [];
  return path === undefined ? null : { kind: kind === 'with' ? 'with' : 'without', path };
}

function isPlain(path: string): boolean {
  return /^(?:\/[A-Za-z0-9_.-]+)+$/.test(path);
}
