import { onHost, NODES } from './hosts.ts';
import { runCommand } from './run-command.ts';
import * as z from 'zod/mini';

const memberSchema = z.object({
  name: z.string(),
  role: z.string(),
  state: z.string(),
  lag: z.optional(z.union([z.number(), z.string()])),
});

const clusterSchema = z.object({ members: z.array(memberSchema) });

/** A node as Patroni reports it; `role` is `leader`, `sync_standby` or `replica`. */
export type Member = z.infer<typeof memberSchema>;

/** Returns the members by the first node whose Patroni responds; none if no node does. */
export async function readMembers(id: string, ca: string): Promise<readonly Member[]> {
  for (const { address } of NODES) {
    const argv = ['curl', '-sf', '--max-time', '2', '--cacert', ca, `https://${address}:8008/cluster`];
    const text = await runCommand(onHost(id, 'lb', argv)).catch(() => null);
    if (text === null) continue;
    const parsed = clusterSchema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data.members;
  }
  return [];
}

const isUp = ({ state }: Member): boolean => state === 'running' || state === 'streaming';

/** Returns the name of the running leader, or null. */
export function leaderOf(members: readonly Member[]): string | null {
  return members.find((member) => member.role === 'leader' && isUp(member))?.name ?? null;
}

/** Returns whether the members are a leader, a synchronous standby and a replica. The entry of a killed node stays for some seconds. */
export function hasAllRoles(members: readonly Member[]): boolean {
  const roles = members.filter(isUp).map(({ role }) => role);
  return roles.toSorted().join(' ') === 'leader replica sync_standby';
}
