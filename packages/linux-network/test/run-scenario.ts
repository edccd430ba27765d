import { scenarios } from './scenarios.ts';

await scenarios[process.argv[2] ?? '']?.();
process.stdout.write('held\n');
