import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { build } from 'vite';
import { untilShown } from '../support/accessibility.ts';
import { test as base } from '../pictures/recorded-dashboard.ts';
import { pathOf, readRecording } from '../pictures/recording.ts';
import { type Person, scenes } from '../pictures/scenes.ts';
import { pseudoTexts } from './pseudo-texts.ts';

const app = join(import.meta.dirname, '../../../apps/dashboard');
const { answers, ids } = readRecording();

const shown: Readonly<Partial<Record<Person, readonly string[]>>> = {
  visitor: ['log-in', 'register'],
  newcomer: ['home-without-plan', 'choose-plan'],
  subscriber: ['home', 'settings', 'devices', 'billing', 'delete-account'],
};

const test = base.extend({
  dashboardFolder: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'comet-second-locale-'));
      await build({
        ...{ root: app, configFile: join(app, 'vite.config.ts'), logLevel: 'warn', plugins: [pseudoTexts] },
        build: { outDir: folder, emptyOutDir: true },
      });
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

for (const [person, names] of Object.entries(shown))
  test(`with another catalogue the screens of a ${person} contain no English`, async ({ page, recorded }) => {
    await recorded.enter(page, person as Person);
    for (const { name, path } of scenes.filter((scene) => names.includes(scene.name))) {
      await page.goto(recorded.origin + pathOf(path, ids));
      await untilShown(page);
      const texts = await textsOf(page);
      expect(texts.join(''), name).toMatch(/[\uff21-\uff5a]/);
      expect(unrecordedWords(texts), name).toEqual([]);
    }
  });

/** Returns the page's title, visible texts and accessible names, without code. */
function textsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const labels = [...document.body.querySelectorAll('*')].flatMap((element) =>
      ['alt', 'aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
    );
    const visible: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (parentElement?.closest('code, pre, script, style, noscript') === null)
        visible.push(textContent ?? '');
    }
    return [document.title, ...labels, ...visible];
  });
}

/** Latin words in API responses, such as names of products, locations and customers. */
const recordedWords = new Set(wordsOf(JSON.stringify(answers)));

/** Returns the Latin words of `texts` that do not come from API responses. */
function unrecordedWords(texts: readonly string[]): readonly string[] {
  return texts.flatMap(wordsOf).filter((word) => !recordedWords.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Za-z]{2,}/g) ?? [];
}
