import { parseEnv } from 'node:util';

/** Values by variable; an empty one counts as unset. */
export type Variables = Readonly<Record<string, string>>;

export const readSettingsFile = (text: string): Variables => parseEnv(text) as Variables;

/** Characters that systemd's `EnvironmentFile=` (systemd.exec(5)) and Node.js (`util.parseEnv`) read alike without quotes. */
const plain = /^[\w./:@%+,=~-]*$/;

/** `NAME=value`, quoted where it must be. Throws a sentence for a value that the two readers of the file would read differently. */
export function settingLine(name: string, value: string): string {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) throw new Error(`${name} is not the name of a setting.`);
  if (/\p{Cc}/u.test(value))
    throw new Error(`${name} must be one line without tabs or other control characters.`);
  if (plain.test(value)) return `${name}=${value}`;
  if (!value.includes("'")) return `${name}='${value}'`;
  // systemd unescapes within double quotes, Node.js does so for line ends only.
  if (!/["\\$`]/.test(value)) return `${name}="${value}"`;
  throw new Error(`${name} must not have a single quote together with any of " \\ $ and \`.`);
}

/**
 * Returns the text of a settings file with changed values; comments, order and all other settings stay. A new variable is added at the end.
 * Throws a sentence if the file has a form in which a line cannot be replaced: a value of several lines.
 */
export function changeSettingsFile(text: string, changes: Variables): string {
  const before = readSettingsFile(text);
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  for (const [name, value] of Object.entries(changes)) {
    if ((before[name] ?? '') === value) continue;
    const assigns = new RegExp(String.raw`^\s*(?:export\s+)?${name}\s*=`);
    const first = lines.findIndex((line) => assigns.test(line));
    const line = settingLine(name, value);
    if (first === -1) {
      lines.push(line);
      continue;
    }
    lines[first] = line;
    // The last of several lines for a variable would take precedence.
    for (let index = lines.length - 1; index > first; index -= 1)
      if (assigns.test(lines[index] ?? '')) lines.splice(index, 1);
  }
  const changed = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  requireSame(readSettingsFile(changed), { ...before, ...changes });
  return changed;
}

function requireSame(read: Variables, wanted: Variables): void {
  const names = new Set([...Object.keys(read), ...Object.keys(wanted)]);
  const wrong = [...names].filter((name) => (read[name] ?? '') !== (wanted[name] ?? ''));
  if (wrong.length > 0)
    throw new Error(
      `The settings file cannot be changed without changing ${wrong.join(', ')} too: write each value in one line.`,
    );
}
