import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type NamesPlan, openUpstream, readBlockLists, serveNames } from './features/names/index.ts';

/**
 * Answers customers' questions for names that are not on the lists they chose. Started by the agent, which says in the first line of
 * standard input where, and keeps that open; once it listens it is nobody's, and cannot come back. It ends with the agent, also with
 * one that was killed. It writes nothing, anywhere, of what is asked.
 */
const nobody = 65_534;

const lines = createInterface({ input: process.stdin });
lines.once('close', () => process.exit(0));
const [plan] = (await once(lines, 'line')) as [string];
const { filters, resolver, folder } = JSON.parse(plan) as NamesPlan;
const lists = await readBlockLists(folder);
const upstream = await openUpstream(resolver);
for (const { address, lists: names } of filters)
  await serveNames(
    address,
    names.map((name) => lists.get(name) ?? new Set<string>()),
    upstream,
  );
process.setgroups?.([]);
process.setgid?.(nobody);
process.setuid?.(nobody);
