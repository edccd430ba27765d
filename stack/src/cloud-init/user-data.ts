import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { inRepository } from '../repository.ts';

/** The template of a gateway's user data. */
const templatePath = inRepository('deploy/cloud-init/gateway.yaml');

const userData = z.strictObject({
  write_files: z.array(z.strictObject({ path: z.string(), permissions: z.string(), content: z.string() })),
  runcmd: z.array(z.string()),
});

/** The template and its content with `values` in place of its `@NAME@`. Throws if a value is missing, or a part has another form. */
export async function readUserData(values: Readonly<Record<string, string>>) {
  const template = await readFile(templatePath, 'utf8');
  const text = template.replaceAll(/@([A-Z0-9_]+)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no value for @${name}@`);
    return value;
  });
  const { write_files: files, ...others } = userData.parse(parse(text));
  const fileAt = (path: string) => {
    const found = files.find((file) => file.path === path);
    if (found === undefined) throw new Error(`The template does not write ${path}`);
    return found;
  };
  return { template, text, ...others, fileAt };
}
