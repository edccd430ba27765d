import { readArguments, usage } from './cli/arguments.ts';
import { runOnHost, hostsTable } from './cli/run-on-host.ts';
import { runningLab } from './cli/running-lab.ts';
import { destroyLeftovers } from './destroy-leftovers.ts';

/** The `lab` command. Exits with 64 for invalid arguments and 69 if no lab is available (sysexits.h). */
async function main(args: readonly string[]): Promise<number> {
  const command = readArguments(args);
  if (!command.ok) return printError(64, `${command.error}\n${usage}`);
  const request = command.value;
  if (request.do === 'help') {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  if (request.do !== 'hosts' && process.getuid?.() !== 0) {
    return printError(69, 'Only root may enter the lab; run this with sudo.');
  }
  if (request.do === 'destroy') {
    await destroyLeftovers(request.id);
    return 0;
  }
  const lab = await runningLab(request.state);
  if (!lab.ok) return printError(69, lab.error);
  if (request.do === 'exec') return runOnHost(lab.value, request.state, request.host, request.argv);
  process.stdout.write(`${hostsTable(lab.value)}\n`);
  return 0;
}

function printError(code: number, sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return code;
}

process.exitCode = await main(process.argv.slice(2));
