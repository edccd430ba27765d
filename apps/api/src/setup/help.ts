import { setupOptions } from './arguments.ts';

/** The options of `comet-ops setup`, for `--help`. */
export function setupHelp(): string {
  const lines = [
    ['answers FILE', 'answers as NAME=VALUE lines; the names are those of the options, as in PUBLIC_URL'],
    ['dry-run', 'print what would be done, and change nothing'],
    ...setupOptions.map(([option, text]) => [
      `${option} ${option.endsWith('-file') ? 'FILE' : 'VALUE'}`,
      text,
    ]),
  ];
  return lines.map(([option = '', text = '']) => `  --${option.padEnd(34)} ${text}\n`).join('');
}
