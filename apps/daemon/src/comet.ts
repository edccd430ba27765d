#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// The command's start is most of what a person waits for: what was compiled once is not compiled again.
enableCompileCache();
const { run } = await import('./cli/run.ts');
process.exitCode = await run(process.argv.slice(2), process.env);
