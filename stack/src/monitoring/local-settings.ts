import { parse, stringify } from 'yaml';

/** Ports of a cluster on its host `app`. */
interface LocalPorts {
  /** `/metrics` of each replica. */
  readonly metrics: readonly number[];
  readonly alertmanager: number;
  /** The sandbox's mail server. */
  readonly smtp: number;
}

interface ScrapeJob {
  readonly job_name: string;
  readonly static_configs: readonly { readonly targets: readonly string[] }[];
}

const local = (port: number): string => `127.0.0.1:${port}`;
const at = (ports: readonly number[]) => [{ targets: ports.map(local) }];

/** Returns deploy/monitoring/prometheus.yml for a cluster without gateways and exits; `folder` is that of its rules. */
export function prometheusSettings(
  shipped: string,
  folder: string,
  { metrics, alertmanager }: LocalPorts,
): string {
  const settings = parse(shipped) as { rule_files: string[]; scrape_configs: ScrapeJob[] };
  return stringify({
    ...settings,
    rule_files: settings.rule_files.map((file) => `${folder}/${file}`),
    alerting: { alertmanagers: [{ static_configs: at([alertmanager]) }] },
    scrape_configs: settings.scrape_configs
      .filter(({ job_name: name }) => name === 'comet-api')
      .map((job) => ({ ...job, static_configs: at(metrics) })),
  });
}

/** Returns deploy/monitoring/alertmanager.yml with the sandbox's mail server. */
export function alertmanagerSettings(shipped: string, { smtp }: Pick<LocalPorts, 'smtp'>): string {
  const settings = parse(shipped) as { global: Record<string, unknown> };
  return stringify({ ...settings, global: { ...settings.global, smtp_smarthost: local(smtp) } });
}
