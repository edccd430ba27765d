import { readArguments, usage } from './cli/arguments.ts';
import { runOnHost, hostsTable } from './cli/run-on-host.ts';
import { runningLab } from './cli/running-lab.ts';
import { destroyLeftovers } from './destroy-leftovers.ts';

/** The `lab` command. Exits with 64 when it was misused and 69 when there is no lab to use (sysexits.h). */
async function main(words: readonly string[]): Promise<number> {
  const command = readArguments(words);
  if (!command.ok) return complain(64, `${command.error}\n${usage}`);
  const asked = command.value;
  if (asked.do === 'help') {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  if (asked.do !== 'hosts' && process.getuid?.() !== 0) {
    return complain(69, 'Only root may enter the lab; run this with sudo.');
  }
  if (asked.do === 'destroy') {
    await destroyLeftovers(asked.id);
    return 0;
  }
  const lab = await runningLab(asked.state);
  if (!lab.ok) return complain(69, lab.error);
  if (asked.do === 'exec') return runOnHost(lab.value, asked.state, asked.host, asked.argv);
  process.stdout.write(`${hostsTable(lab.value)}\n`);
  return 0;
}

function complain(code: number, sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return code;
}

process.exitCode = await main(process.argv.slice(2));
