import { join } from 'node:path';
import * as z from 'zod/mini';
import { NODES, onHost } from './hosts.ts';
import { runCommand } from './run-command.ts';
import type { ClusterNode } from './settings.ts';

/** The part of `etcdctl endpoint status --write-out=json` that names the leader. */
const statusSchema = z.array(
  z.object({
    Endpoint: z.string(),
    Status: z.object({ leader: z.number(), header: z.object({ member_id: z.number() }) }),
  }),
);

/** Returns the name of the node whose etcd leads, or null. */
export async function etcdLeader(id: string, certificates: string): Promise<string | null> {
  const argv = ['--write-out=json', `--endpoints=${NODES.map(endpointOf).join(',')}`, 'endpoint', 'status'];
  const statuses = statusSchema.parse(JSON.parse(await etcdctl(id, certificates, argv)));
  // Ids have 64 bits and lose precision in JSON; the comparison of both rounded values is enough for three members.
  const leading = statuses.find(({ Status }) => Status.leader === Status.header.member_id);
  return NODES.find((node) => endpointOf(node) === leading?.Endpoint)?.name ?? null;
}

/** Makes the etcd of a node the leader: the worst case when that node's link is cut. */
export async function moveEtcdLeader(id: string, certificates: string, name: string): Promise<void> {
  const leader = NODES.find((node) => node.name === name);
  const present = await etcdLeader(id, certificates);
  const from = NODES.find((node) => node.name === present);
  if (leader === undefined || from === undefined || leader === from) return;
  // `ID, status, name, …`, the id in hexadecimal.
  const list = await etcdctl(id, certificates, [`--endpoints=${endpointOf(from)}`, 'member', 'list']);
  const [member] = list.split('\n').filter((line) => line.split(', ')[2] === name);
  const memberId = member?.split(', ')[0] ?? '';
  await etcdctl(id, certificates, [`--endpoints=${endpointOf(from)}`, 'move-leader', memberId]);
}

const endpointOf = ({ address }: ClusterNode): string => `https://${address}:2379`;

function etcdctl(id: string, certificates: string, argv: readonly string[]): Promise<string> {
  const own = join(certificates, NODES[0].name);
  const files = [`--cacert=${own}/ca.pem`, `--cert=${own}/node.pem`, `--key=${own}/node.key`];
  const command = ['env', 'ETCDCTL_API=3', 'etcdctl', '--command-timeout=3s', ...files, ...argv];
  return runCommand(onHost(id, 'lb', command));
}
