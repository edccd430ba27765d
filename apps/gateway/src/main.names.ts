import { text } from 'node:stream/consumers';
import { type NamesPlan, openUpstream, readBlockLists, serveNames } from './features/names/index.ts';

/**
 * Answers customers' questions for names that are not on the lists they chose. Started by the agent, which says on standard input
 * where; once it listens it is nobody's, and cannot come back. It writes nothing, anywhere, of what is asked.
 */
const nobody = 65_534;

const { filters, resolver, folder } = JSON.parse(await text(process.stdin)) as NamesPlan;
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
