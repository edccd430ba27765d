import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from '@playwright/test';
import { takePictures } from './take-pictures.ts';

const program = join(import.meta.dirname, '../../../apps/api/test/mail/print-emails.ts');

test('every email', async ({ page }) => {
  const { stdout } = await promisify(execFile)(process.execPath, [program], { maxBuffer: 2 ** 26 });
  const emails = JSON.parse(stdout) as Readonly<Record<string, { readonly html: string }>>;
  for (const [name, { html }] of Object.entries(emails)) {
    await page.setContent(html);
    await takePictures(page, 'emails', name);
  }
});
