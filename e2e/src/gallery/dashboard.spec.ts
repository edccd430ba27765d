import { test } from '@playwright/test';
import { openRecordedSession } from '../pictures/enter-recorded.ts';
import { pathOf, readRecording } from '../pictures/recording.ts';
import { scenes } from '../pictures/scenes.ts';
import { untilShown } from '../support/accessibility.ts';
import { runningStack } from '../support/running-stack.ts';
import { takePictures } from './take-pictures.ts';

const { dashboard } = runningStack();
const { ids } = readRecording();

for (const person of new Set(scenes.map((scene) => scene.person)))
  test(`every screen of a ${person}`, async ({ page }) => {
    await openRecordedSession(page, person, dashboard);
    for (const { name, path } of scenes.filter((scene) => scene.person === person)) {
      await page.goto(dashboard + pathOf(path, ids));
      await untilShown(page);
      await takePictures(page, 'dashboard', name);
    }
  });
