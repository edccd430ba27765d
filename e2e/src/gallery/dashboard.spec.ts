import { test } from '../pictures/recorded-dashboard.ts';
import { pathOf, readRecording } from '../pictures/recording.ts';
import { scenes } from '../pictures/scenes.ts';
import { untilShown } from '../support/accessibility.ts';
import { takePictures } from './take-pictures.ts';

const { ids } = readRecording();

for (const person of new Set(scenes.map((scene) => scene.person)))
  test(`every screen of a ${person}`, async ({ page, recorded }) => {
    await recorded.enter(page, person);
    for (const { name, path } of scenes.filter((scene) => scene.person === person)) {
      await page.goto(recorded.origin + pathOf(path, ids));
      await untilShown(page);
      await takePictures(page, 'dashboard', name);
    }
  });
