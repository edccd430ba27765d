import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { inRepository } from '../repository.ts';
import { alertmanagerSettings, prometheusSettings } from './local-settings.ts';

const shipped = (name: string) => readFile(inRepository(`deploy/monitoring/${name}`), 'utf8');
const ports = { metrics: [4908, 4918], alertmanager: 4919, smtp: 4904 };

test('Prometheus of a cluster has the shipped rules and intervals, and scrapes its replicas only', async () => {
  const text = await shipped('prometheus.yml');
  const { global } = parse(text) as { global: unknown };
  expect(parse(prometheusSettings(text, '/rules-of', ports))).toEqual({
    global,
    rule_files: ['/rules-of/rules/recording.yml', '/rules-of/rules/alerts.yml'],
    alerting: { alertmanagers: [{ static_configs: [{ targets: ['127.0.0.1:4919'] }] }] },
    scrape_configs: [
      { job_name: 'comet-api', static_configs: [{ targets: ['127.0.0.1:4908', '127.0.0.1:4918'] }] },
    ],
  });
});

test('Alertmanager of a cluster has the shipped routes, and sends to the sandbox', async () => {
  const text = await shipped('alertmanager.yml');
  const { global, ...rest } = parse(text) as { global: Record<string, unknown> };
  expect(parse(alertmanagerSettings(text, ports))).toEqual({
    ...rest,
    global: { ...global, smtp_smarthost: '127.0.0.1:4904' },
  });
});
