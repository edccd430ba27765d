import { environmentHelp } from '@comet/foundation/environment-text';
import type { Question } from './command-line.ts';
import { describeDaemonVariables } from './variables.ts';

/** Prints the help or the version to standard output. */
export function printHelpOrVersion(question: Question, version: string): void {
  const help = `cometd [--help | --version]\n\nEnvironment:\n${environmentHelp(describeDaemonVariables())}`;
  process.stdout.write(question === 'version' ? `cometd ${version}\n` : help);
}
