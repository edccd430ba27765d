import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findCommand } from '../toolchain/debian-packages.ts';
import { inRepository } from '../repository.ts';

const folder = inRepository('deploy/monitoring');
const read = (file: string): string => readFileSync(inRepository(file), 'utf8');
const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

const alerts = [
  ...read('deploy/monitoring/rules/alerts.yml').matchAll(/- alert: (\w+)[\s\S]*?runbook_url: (\S+)/g),
].map(([, name = '', address = '']) => ({
  name,
  address,
  runbook: address.replace('file:///usr/share/doc/comet-control/', 'docs/'),
}));
const tests = globSync('tests/*.test.yml', { cwd: folder }).toSorted();

test.skipIf(findCommand('promtool') === null)('promtool accepts the configuration and every rule', () => {
  expect(run('promtool', 'check', 'config', 'prometheus.yml')).toContain('SUCCESS');
  expect(run('promtool', 'check', 'rules', 'rules/alerts.yml', 'rules/recording.yml')).not.toContain(
    'FAILED',
  );
});

test.skipIf(findCommand('promtool') === null)(
  'every alert fires and stays quiet in its cases',
  () => {
    expect(run('promtool', 'test', 'rules', ...tests)).toContain('SUCCESS');
  },
  90_000,
);

test.skipIf(findCommand('amtool') === null)(
  'amtool accepts the routes, and pages reach the person on call',
  () => {
    expect(run('amtool', 'check-config', 'alertmanager.yml')).toContain('SUCCESS');
    const receiver = (severity: string) =>
      run(
        'amtool',
        'config',
        'routes',
        'test',
        '--config.file=alertmanager.yml',
        `severity=${severity}`,
      ).trim();
    expect([receiver('page'), receiver('ticket')]).toEqual(['on-call', 'tickets']);
  },
);

test('every alert has a firing and a quiet case', () => {
  const cases = tests.map((file) => read(`deploy/monitoring/${file}`)).join('\n');
  const names = [...cases.matchAll(/^ {2}- name: (.+)$/gm)].map(([, name = '']) => name);
  expect(alerts.length).toBeGreaterThan(15);
  expect(names.toSorted()).toEqual(
    alerts.flatMap(({ name }) => [`${name} fires`, `${name} stays quiet`]).toSorted(),
  );
  for (const { name } of alerts) {
    const one = new RegExp(`name: ${name} fires[\\s\\S]*?alertname: ${name}\\s+exp_alerts:\\n +- exp_labels`);
    const other = new RegExp(`name: ${name} stays quiet[\\s\\S]*?alertname: ${name}\\s+exp_alerts: \\[\\]`);
    expect([one.test(cases), other.test(cases)], name).toEqual([true, true]);
  }
});

const sections = ['What it means', 'How to see it', 'What to do', 'How to know it is over'];

/** A task without an alert of its own: `ApiDown` and the timer of the check lead to it. */
const tasks = ['docs/runbooks/database-lost.md'];

test('every alert has a runbook with the same four sections, and every other runbook is a known task', () => {
  expect(globSync('docs/runbooks/*.md', { cwd: inRepository('.') }).toSorted()).toEqual(
    [...alerts.map(({ runbook }) => runbook), ...tasks].toSorted(),
  );
  for (const task of tasks)
    expect([...read(task).matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(sections);
  for (const { name, runbook } of alerts) {
    const text = read(runbook);
    expect(text.startsWith(`# ${name}: `), runbook).toBe(true);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(sections);
  }
});

/** The commands in the code blocks of a runbook, and `comet-ops` wherever it is named. */
function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );
  const inline = [...text.matchAll(/`(comet-ops [^`]+)`/g)].map(([, command = '']) => command);
  return [...blocks, ...inline];
}

const otherCommands = new Set([
  ...['curl', 'df', 'install', 'journalctl', 'openssl', 'psql', 'sudo', 'systemctl', 'timedatectl'],
]);

test('the commands of the runbooks exist', () => {
  const help = execFileSync(process.execPath, [inRepository('apps/api/src/main.ts'), '--help'], {
    encoding: 'utf8',
  });
  // A command may have several lines, one for each group of its parts.
  const lines = Map.groupBy(help.matchAll(/^ {2}([a-z-]+) ([a-z|-]*)/gm), ([, name]) => name ?? '');
  const units = globSync('deploy/systemd/*.service', { cwd: inRepository('.') });
  for (const runbook of [...alerts.map((alert) => alert.runbook), ...tasks])
    for (const command of commandsIn(read(runbook))) {
      if (command.startsWith('#')) continue;
      const [program = '', word = '', part = ''] = command.split(' ');
      if (program === 'comet-ops') {
        const parts = lines.get(word)?.flatMap(([, , text = '']) => text.split('|'));
        expect(parts, `${runbook}: ${command}`).toBeDefined();
        if (parts?.some((one) => one !== '') === true)
          expect(parts, `${runbook}: ${command}`).toContain(part);
        continue;
      }
      expect(otherCommands, `${runbook}: ${command}`).toContain(program);
      const [, unit] = /\b(comet[\w-]*)\b/.exec(/^(systemctl|journalctl)/.test(command) ? command : '') ?? [];
      if (unit !== undefined) expect(units).toContain(`deploy/systemd/${unit}.service`);
    }
});

/** Names of our metrics in a text; `_bucket`, `_sum` and `_count` belong to a histogram. */
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\b(comet_[a-z0-9_]+)\b/g)].map(([, name = '']) => name.replace(/_bucket$/, ''));

test('rules, dashboards and runbooks use metrics that a program exports', () => {
  const sources = globSync('{apps/{api,gateway,exit},packages/observability}/src/**/*.ts', {
    cwd: inRepository('.'),
  })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read)
    .join('\n');
  const users = globSync('{deploy/monitoring/{rules,dashboards}/*,docs/runbooks/*.md}', {
    cwd: inRepository('.'),
  });
  const used = new Set(users.flatMap((file) => metricsIn(read(file))));
  expect(used.size).toBeGreaterThan(20);
  // Whole names: a prefix of an exported one is exported by no program.
  const exported = new Set(metricsIn(sources));
  expect([...used].filter((name) => !exported.has(name))).toEqual([]);
});

test('rules, dashboards and runbooks use recording rules that exist', () => {
  const recorded = new Set(
    [...read('deploy/monitoring/rules/recording.yml').matchAll(/- record: (\S+)/g)].map(([, name]) => name),
  );
  const users = globSync('{deploy/monitoring/{rules,dashboards}/*,docs/runbooks/*.md}', {
    cwd: inRepository('.'),
  });
  const used = new Set(users.flatMap((file) => read(file).match(/\bcomet:[a-z0-9_:]+/g) ?? []));
  expect(used.size).toBeGreaterThan(10);
  expect([...used].filter((name) => !recorded.has(name))).toEqual([]);
});
