/** A request in the arguments, `--help` or `--version`, that needs no environment and starts nothing. */
export type Question = 'help' | 'version';

/** Returns the request in the program's arguments; null if there is none. */
export function questionIn(words: readonly string[]): Question | null {
  if (words.some((word) => word === '--help' || word === '-h') || words[0] === 'help') return 'help';
  return words.some((word) => word === '--version' || word === '-v') ? 'version' : null;
}

export const question = questionIn(process.argv.slice(2));

/** The reason why the file in COMET_CONFIG cannot be read; null without one. Variables of the environment take precedence over the file. */
export const configFault = question === null ? loadConfig() : null;

function loadConfig(): string | null {
  const { COMET_CONFIG: path } = process.env;
  if (!path) return null;
  try {
    process.loadEnvFile(path);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return `COMET_CONFIG names ${path}, which cannot be read (${code})`;
  }
}
