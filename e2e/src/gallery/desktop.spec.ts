import { screenStates } from '../preview/screen-states.ts';
import { test } from '../preview/screens.ts';
import { settle } from '../preview/settle.ts';
import { takePictures } from './take-pictures.ts';

test('every state of the desktop app', async ({ page, show }) => {
  for (const state of screenStates) {
    await show(state);
    await settle(page, state);
    await takePictures(page, 'desktop', state.name);
  }
});
