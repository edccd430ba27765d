#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';

// The command's start is most of what a person waits for: what was compiled once is not compiled again. It is kept where nobody else
// writes: Node's own choice is a folder of a known name in /tmp, which any user could make first, and what lies there is run.
enableCompileCache(process.getuid?.() === 0 ? '/var/cache/comet/node' : `${homedir()}/.cache/comet/node`);
const { run } = await import('./cli/run.ts');
process.exitCode = await run(process.argv.slice(2), process.env);
