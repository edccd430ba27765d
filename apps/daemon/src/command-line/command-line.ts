/** A question that is answered without the environment, and without starting anything. */
export type Question = 'help' | 'version';

/** Returns the question in the arguments of the program, if any. */
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
