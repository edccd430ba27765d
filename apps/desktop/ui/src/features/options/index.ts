export { optionScreens } from './option-screens.ts';
