import { buildDesktop } from '@comet/stack';
import { startStack } from '../support/start-stack.ts';

/** Builds the app, sets COMET_E2E_DESKTOP to its path and starts a stack. Returns the function that stops the stack. */
export default async (): Promise<() => Promise<void>> => {
  const program = await buildDesktop(console.log);
  if (program === null) throw new Error('The desktop app could not be built');
  process.env['COMET_E2E_DESKTOP'] = program;
  return startStack();
};
