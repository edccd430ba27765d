import { startSandbox } from './sandbox.ts';

/** `node sandbox/src/main.ts`: the sandbox as a process of its own, set up by environment variables (see README.md). */
function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    console.error(`The sandbox needs the environment variable ${name}; README.md lists them all.`);
    process.exit(2);
  }
  return value;
}

const publicUrl = process.env['PUBLIC_URL'];
const sandbox = await startSandbox({
  host: process.env['HOST'] ?? '127.0.0.1',
  port: Number(process.env['PORT'] ?? 4803),
  smtpPort: Number(process.env['SMTP_PORT'] ?? 4804),
  stateFile: process.env['STATE_FILE'] ?? null,
  ...(publicUrl === undefined ? {} : { publicUrl: publicUrl.replace(/\/$/, '') }),
  paddle: {
    apiKey: required('PADDLE_API_KEY'),
    webhookUrl: required('PADDLE_WEBHOOK_URL'),
    webhookSecret: required('PADDLE_WEBHOOK_SECRET'),
  },
});
console.log(`The sandbox listens on ${sandbox.url}, mail on port ${sandbox.smtpPort}.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
