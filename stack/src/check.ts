import { runQuietly } from './checks/run-quietly.ts';
import { TOOL_ENVIRONMENT, TOOLS } from './checks/tools.ts';

const started = performance.now();
const verdicts = await Promise.all(
  Object.entries(TOOLS).map(async ([name, command]) => ({
    name,
    command,
    ...(await runQuietly(command, TOOL_ENVIRONMENT)),
  })),
);
const failures = verdicts.filter((verdict) => verdict.code !== 0);
for (const { name, command, output } of failures) {
  console.log(`${name}: ${command.join(' ')}\n${output.trimEnd()}\n`);
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
const names = (list: readonly { name: string }[]): string => list.map(({ name }) => name).join(', ');
console.log(
  failures.length === 0
    ? `${names(verdicts)}: fine, ${seconds} s`
    : `not fine: ${names(failures)}, ${seconds} s`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
