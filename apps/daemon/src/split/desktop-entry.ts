/** What a menu shows of a program, and what it starts. */
export interface DesktopEntry {
  readonly name: string;
  /** The first word of its command line: a path, or a name for PATH. */
  readonly program: string;
}

/** They run others: named for split tunnelling, each would take along whatever else it runs. */
const runners =
  /^(env|sh|bash|dash|zsh|sudo|pkexec|xdg-open|flatpak|snap|python[\d.]*|perl|ruby|node|java|mono|wine)$/;

/**
 * Reads a `.desktop` file (Desktop Entry Specification 1.5). Null for what no menu shows as a program, for what only runs another program,
 * and for whatever is not of its form.
 */
export function readDesktopEntry(text: string): DesktopEntry | null {
  const keys = mainGroup(text);
  const name = unescaped(keys.get('Name') ?? '')?.trim() ?? '';
  const isShown = keys.get('Type') === 'Application' && !keys.has('Hidden') && !keys.has('NoDisplay');
  const program = firstWord(unescaped(keys.get('Exec') ?? '') ?? '');
  if (!isShown || program === null || !/^[^\p{C}]{1,60}$/u.test(name)) return null;
  const file = program.slice(program.lastIndexOf('/') + 1);
  if (!/^[^%=\p{C}]{1,400}$/u.test(program) || file === '' || runners.test(file)) return null;
  return program.includes('/') && !program.startsWith('/') ? null : { name, program };
}

/** The first of each key in `[Desktop Entry]`; flags that are `false` are as good as absent. */
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

/** A value of type string; null with an escape that there is not. */
function unescaped(value: string): string | null {
  const escapes: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };
  let isWhole = true;
  const plain = value.replaceAll(/\\(.?)/gs, (_, letter: string) => {
    const meant = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    isWhole &&= meant !== undefined;
    return meant ?? '';
  });
  return isWhole ? plain : null;
}

/** A word is quoted whole or not at all; unquoted, it holds none of the characters that are kept for shells. */
function firstWord(command: string): string | null {
  const quoted = /^"((?:[^"`$\\]|\\["`$\\])+)"(?:\s|$)/.exec(command);
  if (quoted?.[1] !== undefined) return quoted[1].replaceAll(/\\(.)/g, '$1');
  return /^([^\s"'\\><~|&;$*?#()`]+)(?:\s|$)/.exec(command)?.[1] ?? null;
}
