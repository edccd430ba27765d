import { errorText } from './user-error.ts';
import { parseStopOptions } from './start-options.ts';
import { stopStack } from './stop-stack.ts';

const parsed = parseStopOptions(process.argv.slice(2), process.cwd());
try {
  console.log(parsed.ok ? await stopStack(parsed.value) : parsed.error);
  process.exitCode = parsed.ok ? 0 : 1;
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
