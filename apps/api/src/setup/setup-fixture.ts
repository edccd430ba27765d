import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import type { Terminal } from './prompt-for-settings.ts';
import type { Ended, Machine } from './machine.ts';
import { setup } from './setup.ts';

/** Answers to every question without a default, for a trial in the sandbox. */
export const answers = {
  DOMAIN: 'acme.org',
  SMTP_URL: 'smtps://user:secret@mail.acme.org:465',
  PAYMENTS: 'sandbox',
  PADDLE_API_KEY: 'pdl_sdbx_key',
  PADDLE_CLIENT_TOKEN: 'test_token',
  PADDLE_WEBHOOK_SECRET: 'pdl_ntfset_1',
  COMPANY_NAME: 'Acme Networks GmbH',
  COMPANY_ADDRESS: 'Hauptstr. 1, 10115 Berlin, Germany',
  COMPANY_COUNTRY: 'Germany',
  COMPANY_REPRESENTED_BY: 'Grace Hopper',
  COMPANY_REGISTER: 'Amtsgericht Charlottenburg, HRB 12345',
  COMPANY_VAT_ID: 'DE123456789',
  COMPANY_COURT: 'Berlin',
  COMPANY_DATA_AUTHORITY: 'the Berlin Commissioner for Data Protection',
} as const;

/** A machine in memory: programs succeed, but for those whose command line starts with a key of `programs`. */
export function memoryMachine(given: {
  readonly files?: Readonly<Record<string, string>>;
  readonly programs?: Readonly<Record<string, Partial<Ended>>>;
}) {
  const files = new Map(Object.entries(given.files ?? {}));
  const modes = new Map<string, string>();
  const ran: string[] = [];
  const requested: string[] = [];
  const machine: Machine = {
    read: (path) => Promise.resolve(files.get(path) ?? null),
    write(path, text, { mode, group }) {
      files.set(path, text);
      modes.set(path, `${mode.toString(8)} ${group}`);
      return Promise.resolve();
    },
    run(argv) {
      const line = argv.join(' ');
      ran.push(line);
      const [, ended = {}] =
        Object.entries(given.programs ?? {}).find(([start]) => line.startsWith(start)) ?? [];
      const isPort = line.endsWith('show port postgres');
      return Promise.resolve({ code: 0, stdout: isPort ? '5432\n' : '', stderr: '', ...ended });
    },
    status(url) {
      requested.push(url);
      return Promise.resolve(200);
    },
  };
  return { machine, files, modes, ran, requested };
}

export const paths = {
  settings: '/etc/comet/control.env',
  caddyfile: '/etc/caddy/Caddyfile',
  cometOps: 'comet-ops',
};

export interface Setting {
  readonly given?: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  readonly machine?: ReturnType<typeof memoryMachine>;
  readonly terminal?: Terminal | null;
  readonly isRoot?: boolean;
}

/** A folder for the test file's own files, and runs of `setup` on a machine in memory with the packaged settings. */
export function useSetup() {
  let folder: string;
  let packaged: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'comet-setup-'));
    packaged = await readFile(
      join(import.meta.dirname, '../../../../deploy/packages/comet-control/control.env'),
      'utf8',
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Writes a file of answers and returns its path. */
  async function answersFile(given: Readonly<Record<string, string>>): Promise<string> {
    const path = join(folder, `answers-${Math.random()}`);
    await writeFile(
      path,
      Object.entries(given)
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(''),
    );
    return path;
  }

  const freshMachine = (more: Parameters<typeof memoryMachine>[0] = {}) =>
    memoryMachine({
      ...more,
      files: { [paths.settings]: packaged, [paths.caddyfile]: ':80 {\n}\n', ...more.files },
      programs: { 'comet-ops doctor': { code: 1, stdout: '12 ok, 1 warn, 1 fail' }, ...more.programs },
    });

  async function run({ given = answers, words = [], terminal = null, isRoot = true, ...more }: Setting = {}) {
    const on = more.machine ?? freshMachine();
    const lines: string[] = [];
    const faults: string[] = [];
    const code = await setup(['--answers', await answersFile(given), ...words], {
      ...{ machine: on.machine, paths, terminal, isRoot, now: new Date('2026-12-01T12:00:00Z') },
      print: (line) => lines.push(line),
      warn: (line) => faults.push(line.trim()),
    });
    return { ...on, code, lines, faults, settings: parseEnv(on.files.get(paths.settings) ?? '') };
  }

  return { run, freshMachine, inFolder: (name: string) => join(folder, name), packaged: () => packaged };
}
