import { installMissingPackages, PROVE_COMMANDS } from '@comet/stack';
import { endOnSignal } from '../end-on-signal.ts';
import { parseProveArguments } from './arguments.ts';
import { proofs } from './proofs.ts';
import { runProofs } from './run-proofs.ts';

const print = (line: string): void => console.log(line);
const order = proofs.map(({ name }) => name);
const parsed = parseProveArguments(process.argv.slice(2), order);
if (!parsed.ok) {
  console.error(parsed.error);
  process.exit(2);
}
if (process.getuid?.() !== 0) {
  console.error('npm run prove needs root, for network namespaces and the file system of the machine.');
  process.exit(2);
}
endOnSignal(print);
const missing = await installMissingPackages(PROVE_COMMANDS, print);
if (missing === null) {
  const { names, out, packages } = parsed.value;
  const chosen = proofs.filter(({ name }) => names.includes(name));
  process.exitCode = (await runProofs(chosen, { out, packages, order }, print)) ? 0 : 1;
} else {
  console.error(missing);
  process.exitCode = 1;
}
