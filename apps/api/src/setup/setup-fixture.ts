import type { Ended, Machine } from './machine.ts';

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
    status: () => Promise.resolve(200),
  };
  return { machine, files, modes, ran };
}
