import type { Variables } from './environment-file.ts';
import type { ClusterSettings } from './settings.ts';

/** The variables that haproxy.cfg expands. */
export function haproxyVariables({ nodes, balancer, replicas, paths }: ClusterSettings): Variables {
  return {
    POSTGRES_BIND: `${balancer}:5432`,
    API_BIND: `${balancer}:4800`,
    CLUSTER_CA: `${paths.certificates}/ca.pem`,
    PG_1: nodes[0].address,
    PG_2: nodes[1].address,
    PG_3: nodes[2].address,
    API_1: replicas[0],
    API_2: replicas[1],
  };
}
