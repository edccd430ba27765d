import { passes, probes } from './probes.ts';

/**
 * Runs on the lab's client: `probe-program.ts PROBE [ARGUMENT …]`. Exits with 0 if the probe of this name passes, and with 1 if it is
 * blocked, without output; errors of other kinds are printed.
 */
const [name = '', ...words] = process.argv.slice(2);
const probe = new Map<string, (...words: string[]) => Promise<boolean>>(Object.entries(probes)).get(name);
if (probe === undefined)
  throw new Error(`There is no probe ${name}. There are: ${Object.keys(probes).join(', ')}.`);
// Sockets may still be open.
process.exit((await passes(probe(...words))) ? 0 : 1);
