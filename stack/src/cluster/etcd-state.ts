import { join } from 'node:path';
import * as z from 'zod/mini';
import { NODES, onHost } from './hosts.ts';
import { runCommand } from './run-command.ts';

/** The part of `etcdctl endpoint status --write-out=json` that names the leader. */
const statusSchema = z.array(
  z.object({
    Endpoint: z.string(),
    Status: z.object({ leader: z.number(), header: z.object({ member_id: z.number() }) }),
  }),
);

/** Returns the name of the node whose etcd leads, or null. */
export async function etcdLeader(id: string, certificates: string): Promise<string | null> {
  const own = join(certificates, NODES[0].name);
  const argv = [
    ...['env', 'ETCDCTL_API=3', 'etcdctl', '--command-timeout=3s', '--write-out=json'],
    ...[
      `--cacert=${join(own, 'ca.pem')}`,
      `--cert=${join(own, 'node.pem')}`,
      `--key=${join(own, 'node.key')}`,
    ],
    `--endpoints=${NODES.map(({ address }) => `https://${address}:2379`).join(',')}`,
    ...['endpoint', 'status'],
  ];
  const statuses = statusSchema.parse(JSON.parse(await runCommand(onHost(id, 'lb', argv))));
  // Ids have 64 bits and lose precision in JSON; the comparison of both rounded values is enough for three members.
  const leading = statuses.find(({ Status }) => Status.leader === Status.header.member_id);
  return NODES.find(({ address }) => leading?.Endpoint === `https://${address}:2379`)?.name ?? null;
}
