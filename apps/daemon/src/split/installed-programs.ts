import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isProgram } from '@comet/tunnel-protocol/choices';

/** The name of a program in a menu, and its command. */
interface DesktopEntry {
  readonly name: string;
  /** The first argument of its command line: a path, or a name for PATH. */
  readonly program: string;
}

/** Programs that run others: split tunnelling of one would include all programs that it runs. */
const interpreters =
  /^(env|sh|bash|dash|zsh|sudo|pkexec|xdg-open|flatpak|snap|python[\d.]*|perl|ruby|node|java|mono|wine)$/;

/**
 * Parses a `.desktop` file (Desktop Entry Specification 1.5). Null for entries that menus do not show, for entries that only run another
 * program, and for invalid files.
 */
export function readDesktopEntry(text: string): DesktopEntry | null {
  const keys = mainGroup(text);
  const name = unescapeValue(keys.get('Name') ?? '')?.trim() ?? '';
  const isShown = keys.get('Type') === 'Application' && !keys.has('Hidden') && !keys.has('NoDisplay');
  const program = firstArgument(unescapeValue(keys.get('Exec') ?? '') ?? '');
  if (!isShown || program === null || !/^[^\p{C}]{1,60}$/u.test(name)) return null;
  const file = program.slice(program.lastIndexOf('/') + 1);
  if (!/^[^%=\p{C}]{1,400}$/u.test(program) || file === '' || interpreters.test(file)) return null;
  return program.includes('/') && !program.startsWith('/') ? null : { name, program };
}

/** The first value of each key in `[Desktop Entry]`; a flag with the value `false` counts as absent. */
function mainGroup(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  let isMain = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) isMain = line.trim() === '[Desktop Entry]';
    const [, key, value] = /^([A-Za-z0-9-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (!isMain || key === undefined || value === undefined || keys.has(key)) continue;
    const isFlag = key === 'Hidden' || key === 'NoDisplay';
    if (!isFlag || value.trim() !== 'false') keys.set(key, value);
  }
  return keys;
}

/** A value of type string; null if it has an unknown escape. */
function unescapeValue(value: string): string | null {
  const escapes: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };
  let isWhole = true;
  const plain = value.replaceAll(/\\(.?)/gs, (_, letter: string) => {
    const character = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    isWhole &&= character !== undefined;
    return character ?? '';
  });
  return isWhole ? plain : null;
}

/** An argument is quoted as a whole or not at all; an unquoted one contains no reserved characters of shells. */
function firstArgument(command: string): string | null {
  const quoted = /^"((?:[^"`$\\]|\\["`$\\])+)"(?:\s|$)/.exec(command);
  if (quoted?.[1] !== undefined) return quoted[1].replaceAll(/\\(.)/g, '$1');
  return /^([^\s"'\\><~|&;$*?#()`]+)(?:\s|$)/.exec(command)?.[1] ?? null;
}

/** Directories of system-wide menu entries (XDG Base Directory Specification); root does not read those of users. */
const menus = ['/usr/local/share/applications', '/usr/share/applications'] as const;

/** The PATH of a root process decides which programs it runs. */
const path = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/games', '/usr/games'] as const;

/** Where distributions store the program that a script of the same name in PATH starts: `chromium/chromium`. */
const wrapped = '/usr/lib';

/** Maximum size of a menu file in bytes, and maximum number of files. */
const maxEntryLength = 65_536;
const maxPrograms = 2_000;

interface InstalledProgram {
  readonly name: string;
  /** The path that the kernel reports for its processes: without symbolic links. */
  readonly path: string;
}

/**
 * Returns the programs of this machine's menus, by name. Only binaries: for a script the kernel reports the interpreter, which does not
 * identify the script.
 */
export async function installedPrograms(
  folders: {
    readonly menus: readonly string[];
    readonly path: readonly string[];
    readonly wrapped: string;
  } = { menus, path, wrapped },
): Promise<InstalledProgram[]> {
  const pathFolders = await trusted(folders.path);
  const found = new Map<string, InstalledProgram>();
  for (const menu of await trusted(folders.menus)) {
    const files = (await readdir(menu).catch(() => [])).filter((file) => file.endsWith('.desktop'));
    for (const file of files.toSorted().slice(0, maxPrograms)) {
      const entry = readDesktopEntry(
        (await readHead(join(menu, file), maxEntryLength))?.toString('utf8') ?? '',
      );
      const at = entry === null ? null : await binaryOf(entry.program, pathFolders, folders.wrapped);
      if (entry !== null && at !== null && !found.has(at)) found.set(at, { name: entry.name, path: at });
    }
  }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Returns the folders that only root can write to. */
async function trusted(folders: readonly string[]): Promise<string[]> {
  const whole = await Promise.all(
    folders.map(async (folder) => {
      const about = await stat(folder).catch(() => null);
      return about?.isDirectory() === true && about.uid === 0 && (about.mode & 0o022) === 0;
    }),
  );
  return folders.filter((_, index) => whole[index] === true);
}

async function binaryOf(
  program: string,
  folders: readonly string[],
  wrapped: string,
): Promise<string | null> {
  const candidates = program.startsWith('/') ? [program] : folders.map((folder) => join(folder, program));
  const name = basename(program);
  for (const candidate of candidates) {
    const real = await realpath(candidate).catch(() => null);
    const about = real === null ? null : await stat(real).catch(() => null);
    if (real === null || about?.isFile() !== true || (about.mode & 0o111) === 0) continue;
    return (await binaryPath(real)) ?? binaryPath(join(wrapped, name, name));
  }
  return null;
}

/** A file's own path if the kernel runs it without an interpreter. */
async function binaryPath(file: string): Promise<string | null> {
  const magic = await readHead(file, 4);
  return magic?.toString('latin1') === '\u{7f}ELF' && isProgram(file) ? file : null;
}

/** Opens only regular files, because a pipe or a device could block. */
async function readHead(file: string, bytes: number): Promise<Buffer | null> {
  const about = await stat(file).catch(() => null);
  if (about?.isFile() !== true) return null;
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(bytes, about.size)));
    return buffer.subarray(0, bytesRead);
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}
