import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));
const run = promisify(execFile);

/** A body, a path parameter, a named schema in a reply, and a failure. */
const caller = `import { addDevice, type Device, type Error as Failure, renameDevice } from './client/index.ts';

export async function name(): Promise<string> {
  const { data, error } = await addDevice({ body: { name: 'ada-laptop', platform: 'linux' } });
  if (data === undefined) return (error as Failure).error.code;
  const device: Device = data.device;
  // @ts-expect-error A name is a string.
  await renameDevice({ path: { id: device.id }, body: { name: 5 } });
  return device.created_at;
}
`;

const tsconfig = {
  extends: '../../../../tsconfig.base.json',
  compilerOptions: {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    lib: ['es2024', 'dom', 'dom.iterable'],
    // The generator's own files do not compile under it.
    exactOptionalPropertyTypes: false,
  },
  files: ['caller.ts'],
};

test('a client generated from the committed document compiles, with the types of the contract', async () => {
  // Inside the checkout, where the compiler finds its types.
  const folder = await mkdtemp(join(here, '.generated-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await run('node', [join(here, 'generate-client.ts'), join(folder, 'client')]);
  await writeFile(join(folder, 'caller.ts'), caller);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const errors = await run('tsc', ['-p', folder]).then(
    () => '',
    (error: { readonly stdout: string }) => error.stdout,
  );
  expect(errors).toBe('');
});
